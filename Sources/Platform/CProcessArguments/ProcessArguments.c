#include "CProcessArguments.h"

#include <features.h>

#if defined(__GLIBC__)

extern char **environ;

// Swift's standard library keeps what it is given here, and looks for the arguments itself where it was given nothing.
__attribute__((swiftcall)) extern void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count)
    __attribute__((weak));

// Gives Swift the arguments of the process where it cannot find them.
//
// Swift looks for them in front of the environment, where the kernel puts them. A library that sets a variable of the
// environment as it is loaded moves the environment elsewhere: sdl2-compat does so from version 2.32.68 on. Libraries come
// before the program they are loaded for, and with it before a standard library that is linked statically, which then takes
// the process for one without arguments.
//
// The GNU C library calls constructors with the arguments of main. This one comes before main, and so before any of the
// program's code can ask for them. Where the environment is in its place, Swift is left alone.
__attribute__((constructor)) static void giveArguments(int count, char **arguments) {
  if (environ == arguments + count + 1 || !_swift_stdlib_overrideUnsafeArgvArgc) return;
  _swift_stdlib_overrideUnsafeArgvArgc(arguments, count);
}

#endif
