/* The floor on Wayland: an SDL2 window that is cleared and presented by shared memory, two buffers of it in turn.
 *   FLOOR_WORK=clear    fill the buffer with one colour
 *   FLOOR_WORK=copy     copy a window full of pixels into it
 * Rows and mode only go into the result. */
#define _GNU_SOURCE
#include <SDL2/SDL.h>
#include <SDL2/SDL_syswm.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client.h>
#include <wchar.h>
#include "bench.h"

enum { BUFFERS = 2 };
static struct wl_shm *shm;
static int held[BUFFERS];

static void global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
    if (!strcmp(interface, "wl_shm")) shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
}
static void gone(void *data, struct wl_registry *registry, uint32_t name) {}
static const struct wl_registry_listener globals = {global, gone};
static void release(void *data, struct wl_buffer *buffer) { *(int *)data = 0; }
static const struct wl_buffer_listener releases = {release};

static int fail(const char *what) {
    fprintf(stderr, "%s: %s\n", what, SDL_GetError());
    return 1;
}

int main(int argc, char **argv) {
    const char *work = getenv("FLOOR_WORK");
    int copies = work && !strcmp(work, "copy");
    Bench bench;
    bench_init(&bench, argc, argv, "floor", copies ? "shared memory, copy" : "shared memory, clear");
    if (SDL_Init(SDL_INIT_VIDEO)) return fail("SDL_Init");
    SDL_Window *window = SDL_CreateWindow("floor", 0, 0, BENCH_W, BENCH_H, SDL_WINDOW_SHOWN);
    if (!window) return fail("SDL_CreateWindow");
    SDL_SysWMinfo info;
    SDL_VERSION(&info.version);
    if (!SDL_GetWindowWMInfo(window, &info) || info.subsystem != SDL_SYSWM_WAYLAND) return fail("no Wayland window");
    struct wl_display *display = info.info.wl.display;
    struct wl_surface *surface = info.info.wl.surface;

    struct wl_event_queue *queue = wl_display_create_queue(display);
    struct wl_display *maker = wl_proxy_create_wrapper(display);
    wl_proxy_set_queue((struct wl_proxy *)maker, queue);
    wl_registry_add_listener(wl_display_get_registry(maker), &globals, NULL);
    wl_display_roundtrip_queue(display, queue);
    if (!shm) return fail("no wl_shm");

    size_t pixels = (size_t)BENCH_W * BENCH_H, size = pixels * 4;
    int file = memfd_create("floor", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, size * BUFFERS)) return fail("memfd_create");
    uint32_t *memory = mmap(NULL, size * BUFFERS, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) return fail("mmap");
    struct wl_shm_pool *pool = wl_shm_create_pool(shm, file, size * BUFFERS);
    struct wl_buffer *buffers[BUFFERS];
    for (int i = 0; i < BUFFERS; i++) {
        buffers[i] = wl_shm_pool_create_buffer(pool, i * size, BENCH_W, BENCH_H, BENCH_W * 4, WL_SHM_FORMAT_XRGB8888);
        wl_buffer_add_listener(buffers[i], &releases, &held[i]);
    }
    uint32_t *picture = malloc(size);
    for (size_t i = 0; i < pixels; i++) picture[i] = 0xff000000u | (uint32_t)(i * 2654435761u >> 8);

    for (unsigned frame = 0;; frame++) {
        for (SDL_Event event; SDL_PollEvent(&event);) {}
        wl_display_dispatch_queue_pending(display, queue);
        int i = frame % BUFFERS;
        while (held[i]) if (wl_display_dispatch_queue(display, queue) < 0) return fail("the compositor went away");
        uint32_t *target = memory + i * pixels;
        if (copies) {
            picture[frame % pixels] = 0xffffffffu;
            memcpy(target, picture, size);
        } else {
            wmemset((wchar_t *)target, (wchar_t)(0xff005078u | (frame * 3 & 255) << 16), pixels);
        }
        held[i] = 1;
        wl_surface_attach(surface, buffers[i], 0, 0);
        wl_surface_damage_buffer(surface, 0, 0, BENCH_W, BENCH_H);
        wl_surface_commit(surface);
        wl_display_flush(display);
        if (!bench_frame(&bench)) _exit(0);
        bench_next(&bench);
    }
}
