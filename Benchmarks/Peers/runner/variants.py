"""What is compared: each variant is a program, the environment it is started with, and where it stands."""
from dataclasses import dataclass, field

ROWS = (1_000, 1_000_000, 10_000_000)
BILLION = 1_000_000_000
MODES = ("slow", "fast", "jump")
FRAMES = {"slow": 600, "fast": 300, "jump": 300, "edit": 300}
SDL_SOFTWARE = {"SDL_FRAMEBUFFER_ACCELERATION": "0"}
QT_UNTHROTTLED = {"QT_QPA_UPDATE_IDLE_TIME": "0", "QSG_NO_VSYNC": "1"}


@dataclass(frozen=True)
class Variant:
    key: str
    label: str
    program: str  # what the Makefile builds; "TableDemo" and "kivy" come from elsewhere
    environment: dict = field(default_factory=dict)
    arguments: tuple = ()
    rows: tuple = ROWS
    modes: tuple = MODES
    in_chart: bool = True
    fixed_rate: bool = False  # its clock cannot be unlocked
    screen: str = "stress"  # of TableDemo
    frames: dict = field(default_factory=dict)  # by mode, where FRAMES would take minutes

    @property
    def is_ours(self):
        return self.program == "TableDemo"


VARIANTS = [
    Variant("anole-software", "Anole", "TableDemo", arguments=("--renderer", "software"), rows=(*ROWS, BILLION)),
    Variant("anole-accelerated", "Anole, OpenGL on llvmpipe", "TableDemo",
            arguments=("--renderer", "accelerated"), rows=(*ROWS, BILLION)),
    Variant("floor-sw-clear", "floor: clear and present", "floor",
            {"FLOOR_RENDERER": "software", "FLOOR_WORK": "clear", **SDL_SOFTWARE}, rows=(1000,), modes=("slow",)),
    Variant("floor-sw-copy", "floor: a full copy a frame", "floor",
            {"FLOOR_RENDERER": "software", "FLOOR_WORK": "copy", **SDL_SOFTWARE},
            rows=(1000,), modes=("slow",), in_chart=False),
    Variant("floor-gl-clear", "floor: OpenGL, clear and present", "floor",
            {"FLOOR_RENDERER": "opengl", "FLOOR_WORK": "clear"}, rows=(1000,), modes=("slow",), in_chart=False),
    Variant("fltk", "FLTK table", "fltable"),
    Variant("qtwidgets-list", "Qt Widgets list", "qtlist", QT_UNTHROTTLED),
    Variant("qtwidgets-table", "Qt Widgets table", "qtlist", {**QT_UNTHROTTLED, "QT_PEER_VIEW": "table"}),
    Variant("qtquick-software", "Qt Quick, software", "quicklist",
            {**QT_UNTHROTTLED, "QT_QUICK_BACKEND": "software"}),
    Variant("qtquick-opengl", "Qt Quick, OpenGL on llvmpipe", "quicklist",
            {**QT_UNTHROTTLED, "QSG_RHI_BACKEND": "opengl"}),
    Variant("imgui-software", "Dear ImGui, SDL software", "imlist", {"IM_RENDERER": "software", **SDL_SOFTWARE}),
    Variant("imgui-sdlgl", "Dear ImGui, SDL OpenGL", "imlist", {"IM_RENDERER": "opengl"}, in_chart=False),
    Variant("imgui-gl3", "Dear ImGui, OpenGL on llvmpipe", "imlist", {"IM_RENDERER": "gl3"}, in_chart=False),
    Variant("gtk4-cairo", "GTK 4, cairo", "gtklist", {"GTK_A11Y": "none", "GSK_RENDERER": "cairo"}, fixed_rate=True),
    Variant("gtk4-gl", "GTK 4, OpenGL on llvmpipe", "gtklist", {"GTK_A11Y": "none", "GSK_RENDERER": "gl"},
            fixed_rate=True),
    # Ten million dictionaries do not fit into the memory of a common machine.
    Variant("kivy", "Kivy", "kivy", rows=ROWS[:2]),
]

# One of each toolkit, for the README.
SHORT_VARIANTS = [
    variant for variant in VARIANTS
    if variant.key in ("anole-software", "fltk", "qtwidgets-list", "qtquick-software", "imgui-software", "gtk4-cairo", "kivy")
]

GTK = {"GTK_A11Y": "none"}
RICH = {"rows": (100_000,), "modes": (*MODES, "edit")}
# Far from where it was GTK lays out two hundred rows anew, which takes it most of a second.
RICH_GTK = {**RICH, "fixed_rate": True, "frames": {"fast": 10, "jump": 10}}
RICH_VARIANTS = [
    Variant("anole-software", "Anole", "TableDemo", arguments=("--renderer", "software"), screen="rich", **RICH),
    Variant("anole-accelerated", "Anole, OpenGL on llvmpipe", "TableDemo", arguments=("--renderer", "accelerated"),
            screen="rich", **RICH),
    Variant("qtwidgets-list", "Qt Widgets list", "richwidgets", QT_UNTHROTTLED, **RICH),
    Variant("qtquick-software", "Qt Quick, software", "richquick", {**QT_UNTHROTTLED, "QT_QUICK_BACKEND": "software"}, **RICH),
    Variant("qtquick-opengl", "Qt Quick, OpenGL on llvmpipe", "richquick", {**QT_UNTHROTTLED, "QSG_RHI_BACKEND": "opengl"},
            **RICH),
    Variant("gtk4-cairo", "GTK 4, cairo", "richgtk", {**GTK, "GSK_RENDERER": "cairo"}, **RICH_GTK),
    Variant("gtk4-gl", "GTK 4, OpenGL on llvmpipe", "richgtk", {**GTK, "GSK_RENDERER": "gl"}, **RICH_GTK),
]

# Those that speak Wayland. Where a client asks for OpenGL, Mesa emulates it, there as here.
WAYLAND_VARIANTS = [
    Variant("anole-auto", "Anole", "TableDemo", rows=(*ROWS, BILLION)),
    Variant("anole-accelerated", "Anole, OpenGL on llvmpipe", "TableDemo", arguments=("--renderer", "accelerated")),
    Variant("floor-shm-clear", "floor: clear and present", "floorwl", {"FLOOR_WORK": "clear"}, rows=(1000,), modes=("slow",)),
    Variant("floor-shm-copy", "floor: a full copy a frame", "floorwl", {"FLOOR_WORK": "copy"}, rows=(1000,), modes=("slow",)),
    *[variant for variant in VARIANTS if variant.program in ("qtlist", "quicklist", "gtklist")],
]
WAYLAND_RICH_VARIANTS = [
    Variant("anole-auto", "Anole", "TableDemo", screen="rich", **RICH),
    *[variant for variant in RICH_VARIANTS if not variant.is_ours],
]
