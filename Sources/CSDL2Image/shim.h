#ifndef ANOLE_CSDL2Image_SHIM_H
#define ANOLE_CSDL2Image_SHIM_H
#include <SDL2/SDL_image.h>
#endif
