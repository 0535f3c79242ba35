#ifndef ANOLE_CFreeType_SHIM_H
#define ANOLE_CFreeType_SHIM_H
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_SIZES_H
#endif
