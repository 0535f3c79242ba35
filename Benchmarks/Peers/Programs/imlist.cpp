// Dear ImGui: an ImGuiListClipper over rows of three texts.
//   IM_RENDERER=software|opengl   SDL's renderer of that name
//   IM_RENDERER=gl3               OpenGL without SDL's renderer
#include <SDL2/SDL.h>
#include <SDL2/SDL_opengl.h>
#include "imgui.h"
#include "imgui_internal.h"
#include "imgui_impl_opengl3.h"
#include "imgui_impl_sdl.h"
#include "imgui_impl_sdlrenderer.h"
#include "bench.h"

static const char *font_file = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";

static ImFont *font(float pixels) {
    // Dear ImGui's size is ascent plus descent, which is 1.164 em for this font.
    return ImGui::GetIO().Fonts->AddFontFromFileTTF(font_file, pixels * 1.164f);
}

static int fail(const char *what) {
    fprintf(stderr, "%s: %s\n", what, SDL_GetError());
    return 1;
}

int main(int argc, char **argv) {
    const char *driver = getenv("IM_RENDERER");
    if (!driver) driver = "software";
    bool gl3 = !strcmp(driver, "gl3");
    Bench bench;
    bench_init(&bench, argc, argv, "imgui", driver);
    if (SDL_Init(SDL_INIT_VIDEO)) return fail("SDL_Init");
    SDL_Window *window = SDL_CreateWindow("imgui", 0, 0, BENCH_W, BENCH_H, SDL_WINDOW_SHOWN | (gl3 ? SDL_WINDOW_OPENGL : 0));
    if (!window) return fail("SDL_CreateWindow");
    SDL_Renderer *renderer = nullptr;

    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::StyleColorsLight();
    ImFont *title = font(17), *subtitle = font(13), *detail = font(15);
    if (gl3) {
        SDL_GLContext context = SDL_GL_CreateContext(window);
        if (!context) return fail("SDL_GL_CreateContext");
        SDL_GL_SetSwapInterval(0);
        ImGui_ImplSDL2_InitForOpenGL(window, context);
        ImGui_ImplOpenGL3_Init("#version 130");
    } else {
        SDL_SetHint(SDL_HINT_RENDER_DRIVER, driver);
        renderer = SDL_CreateRenderer(window, -1, strcmp(driver, "software") ? SDL_RENDERER_ACCELERATED : SDL_RENDERER_SOFTWARE);
        SDL_RendererInfo info;
        if (!renderer || SDL_GetRendererInfo(renderer, &info) || strcmp(info.name, driver)) return fail("SDL_CreateRenderer");
        ImGui_ImplSDL2_InitForSDLRenderer(window);
        ImGui_ImplSDLRenderer_Init(renderer);
    }
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);

    const int flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;
    const ImU32 black = IM_COL32_BLACK, grey = IM_COL32(119, 119, 119, 255);
    // What an event changes is seen in the frame after it, and may move on in the next ones.
    int frames_until_sleep = 3;
    for (;;) {
        if (bench_is_still(&bench) && --frames_until_sleep == 0) {
            SDL_WaitEvent(nullptr);
            frames_until_sleep = 3;
        }
        for (SDL_Event event; SDL_PollEvent(&event);) ImGui_ImplSDL2_ProcessEvent(&event);
        if (gl3) ImGui_ImplOpenGL3_NewFrame(); else ImGui_ImplSDLRenderer_NewFrame();
        ImGui_ImplSDL2_NewFrame();
        ImGui::NewFrame();
        ImGui::SetNextWindowPos(ImVec2(0, 0));
        ImGui::SetNextWindowSize(ImVec2(BENCH_W, BENCH_H));
        if (bench.shown >= 0 && !bench_is_still(&bench)) ImGui::SetNextWindowScroll(ImVec2(-1, (float)bench_next(&bench)));
        ImGui::Begin("list", nullptr, flags);
        ImDrawList *draw = ImGui::GetWindowDrawList();
        float width = ImGui::GetContentRegionAvail().x;
        ImGuiListClipper clipper;
        clipper.Begin((int)bench.rows, BENCH_ROW);
        while (clipper.Step()) {
            for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; row++) {
                char text[96];
                ImVec2 at = ImGui::GetCursorScreenPos();
                bench_title(text, sizeof text, row);
                draw->AddText(title, title->FontSize, ImVec2(at.x + 12, at.y + 10), black, text);
                bench_subtitle(text, sizeof text, row);
                draw->AddText(subtitle, subtitle->FontSize, ImVec2(at.x + 12, at.y + 34), grey, text);
                bench_detail(text, sizeof text, row);
                float wide = detail->CalcTextSizeA(detail->FontSize, FLT_MAX, 0, text).x;
                draw->AddText(detail, detail->FontSize, ImVec2(at.x + width - 12 - wide, at.y + 21), black, text);
                ImGui::Dummy(ImVec2(width, BENCH_ROW));
                bench.count++;
            }
        }
        clipper.End();
        ImGui::End();
        ImGui::Render();
        if (gl3) {
            glViewport(0, 0, BENCH_W, BENCH_H);
            glClearColor(1, 1, 1, 1);
            glClear(GL_COLOR_BUFFER_BIT);
            ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
            SDL_GL_SwapWindow(window);
        } else {
            SDL_SetRenderDrawColor(renderer, 255, 255, 255, 255);
            SDL_RenderClear(renderer);
            ImGui_ImplSDLRenderer_RenderDrawData(ImGui::GetDrawData());
            SDL_RenderPresent(renderer);
        }
        if (!bench_frame(&bench)) _exit(0);
    }
}
