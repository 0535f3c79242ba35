#ifndef ANOLE_CSDL2_SHIM_H
#define ANOLE_CSDL2_SHIM_H
#include <SDL2/SDL.h>
#include <SDL2/SDL_syswm.h>
#include <SDL2/SDL_vulkan.h>
#endif
