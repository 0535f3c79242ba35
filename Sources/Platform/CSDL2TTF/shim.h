#ifndef ANOLE_CSDL2TTF_SHIM_H
#define ANOLE_CSDL2TTF_SHIM_H
#if !__has_include(<SDL2/SDL_ttf.h>)
#error "SDL_ttf 2 is not installed: apt install libsdl2-ttf-dev, dnf install SDL2_ttf-devel or pacman -S sdl2_ttf"
#endif
#include <SDL2/SDL_ttf.h>
#endif
