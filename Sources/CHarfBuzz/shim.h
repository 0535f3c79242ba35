#ifndef ANOLE_CHarfBuzz_SHIM_H
#define ANOLE_CHarfBuzz_SHIM_H
#include <hb.h>
#include <hb-ot.h>
#endif
