#ifndef ANOLE_CX11_SHIM_H
#define ANOLE_CX11_SHIM_H
#if !__has_include(<X11/Xlib.h>)
#error "The library of X11 is not installed: apt install libx11-dev, dnf install libX11-devel or pacman -S libx11"
#endif
#include <X11/Xlib.h>
#include <X11/Xatom.h>
#include <X11/Xutil.h>
#endif
