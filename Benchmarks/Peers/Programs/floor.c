/* The floor: an SDL2 window that does next to nothing each frame.
 *   FLOOR_RENDERER=software|opengl
 *   FLOOR_WORK=clear    clear and present
 *   FLOOR_WORK=copy     also move a window full of pixels into a texture and draw it
 * Rows and mode only go into the result. */
#include <SDL2/SDL.h>
#include "bench.h"

static int fail(const char *what) {
    fprintf(stderr, "%s: %s\n", what, SDL_GetError());
    return 1;
}

int main(int argc, char **argv) {
    const char *driver = getenv("FLOOR_RENDERER"), *work = getenv("FLOOR_WORK");
    if (!driver) driver = "software";
    int copies = work && !strcmp(work, "copy");
    char name[96];
    snprintf(name, sizeof name, "%s, %s", driver, copies ? "copy" : "clear");
    Bench bench;
    bench_init(&bench, argc, argv, "floor", name);

    SDL_SetHint(SDL_HINT_RENDER_DRIVER, driver);
    if (SDL_Init(SDL_INIT_VIDEO)) return fail("SDL_Init");
    SDL_Window *window = SDL_CreateWindow("floor", 0, 0, BENCH_W, BENCH_H, SDL_WINDOW_SHOWN);
    if (!window) return fail("SDL_CreateWindow");
    Uint32 kind = strcmp(driver, "software") ? SDL_RENDERER_ACCELERATED : SDL_RENDERER_SOFTWARE;
    SDL_Renderer *renderer = SDL_CreateRenderer(window, -1, kind);
    SDL_RendererInfo info;
    if (!renderer || SDL_GetRendererInfo(renderer, &info) || strcmp(info.name, driver)) return fail("SDL_CreateRenderer");

    size_t pixels = (size_t)BENCH_W * BENCH_H;
    uint32_t *picture = malloc(pixels * 4), *moved = malloc(pixels * 4);
    for (size_t i = 0; i < pixels; i++) picture[i] = 0xff000000u | (uint32_t)(i * 2654435761u >> 8);
    SDL_Texture *texture = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STREAMING, BENCH_W, BENCH_H);

    for (unsigned frame = 0;; frame++) {
        for (SDL_Event event; SDL_PollEvent(&event);) {}
        SDL_SetRenderDrawColor(renderer, frame * 3 & 255, 80, 120, 255);
        SDL_RenderClear(renderer);
        if (copies) {
            picture[frame % pixels] = 0xffffffffu;
            memcpy(moved, picture, pixels * 4);
            SDL_UpdateTexture(texture, NULL, moved, BENCH_W * 4);
            SDL_RenderCopy(renderer, texture, NULL, NULL);
        }
        SDL_RenderPresent(renderer);
        if (!bench_frame(&bench)) _exit(0);
        bench_next(&bench);
    }
}
