#define _GNU_SOURCE
#include "CStartGuard.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

// Says in one line why the program cannot start where a library would end it before any of its own code runs.
//
// sdl2-compat loads SDL 3 in a constructor, and aborts where it finds none that it can use, or where a limit leaves too
// little memory for it. The functions that an executable lists under .preinit_array come before the constructors of all
// libraries. A shared library may not have such a list: only programs are linked with this, not the package's products.

#if defined(__GLIBC__)

// As for the rest of the start: see ProcessLimits.
static const size_t neededBytes = 192u << 20;

// The C library does not know it yet.
static const char *programName = "";

static void end(const char *reason) {
  char line[1024];
  int length = snprintf(line, sizeof line, "%s: cannot start: %s\n", programName, reason);
  if (length >= (int)sizeof line) length = sizeof line - 1;
  if (write(STDERR_FILENO, line, (size_t)length) < 0) _exit(70);
  _exit(70);
}

static void tellWhichSDL(int signal) {
  (void)signal;
  char reason[900], found[600];
  void *library = dlopen("libSDL3.so.0", RTLD_LAZY | RTLD_LOCAL);
  int (*version)(void) = library ? (int (*)(void))dlsym(library, "SDL_GetVersion") : NULL;
  if (!library) {
    const char *error = dlerror();
    snprintf(found, sizeof found, "there is none (%s)", error ? error : "libSDL3.so.0 cannot be loaded");
  } else if (!version) {
    snprintf(found, sizeof found, "libSDL3.so.0 is none");
  } else {
    int number = version();
    snprintf(found, sizeof found, "SDL %d.%d.%d was found", number / 1000000, number / 1000 % 1000, number % 1000);
  }
  snprintf(
      reason, sizeof reason,
      "a library ended it while it was loaded. SDL 2 is sdl2-compat here, which needs a whole SDL 3 that is new enough for "
      "it: %s",
      found);
  end(reason);
}

static void guardLibraries(int count, char **arguments) {
  if (count > 0) {
    const char *slash = strrchr(arguments[0], '/');
    programName = slash ? slash + 1 : arguments[0];
  }
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    void *memory = mmap(NULL, neededBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
      char reason[200];
      snprintf(
          reason, sizeof reason,
          "fewer than %zu MB more memory can be mapped; raise the limit, which is %llu MB (ulimit -v)",
          neededBytes >> 20, (unsigned long long)(limit.rlim_cur >> 20));
      end(reason);
    }
    munmap(memory, neededBytes);
  }
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = tellWhichSDL;
  sigaction(SIGABRT, &action, NULL);
  // A parent process may have blocked it: glibc 2.43's abort() would then pass the handler over.
  sigset_t aborts;
  sigemptyset(&aborts);
  sigaddset(&aborts, SIGABRT);
  sigprocmask(SIG_UNBLOCK, &aborts, NULL);
}

__attribute__((section(".preinit_array"), used)) static void (*guard)(int, char **) = guardLibraries;

// All libraries are there: from now on an abort has other reasons.
__attribute__((constructor)) static void endGuard(void) { signal(SIGABRT, SIG_DFL); }

#endif
