#ifndef ANOLE_CSDL2_SHIM_H
#define ANOLE_CSDL2_SHIM_H
#if !__has_include(<SDL2/SDL.h>)
#error "SDL 2 is not installed: apt install libsdl2-dev, dnf install SDL2-devel or pacman -S sdl2-compat"
#endif
#include <SDL2/SDL.h>
#include <SDL2/SDL_syswm.h>
#include <SDL2/SDL_vulkan.h>
#endif
