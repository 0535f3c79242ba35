#ifndef ANOLE_CFontconfig_SHIM_H
#define ANOLE_CFontconfig_SHIM_H
#include <fontconfig/fontconfig.h>
#endif
