#ifndef ANOLE_CX11_SHIM_H
#define ANOLE_CX11_SHIM_H
#include <X11/Xlib.h>
#include <X11/Xatom.h>
#include <X11/Xutil.h>
#endif
