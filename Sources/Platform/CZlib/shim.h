#ifndef ANOLE_CZlib_SHIM_H
#define ANOLE_CZlib_SHIM_H
#include <zlib.h>
#endif
