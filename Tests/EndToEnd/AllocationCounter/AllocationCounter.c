#include "AllocationCounter.h"

#include <errno.h>
#include <stddef.h>

// The allocator itself, under the names glibc keeps for those who replace its front.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

// Initial-exec: a model that allocates on first use would call itself.
static __thread unsigned long taken __attribute__((tls_model("initial-exec")));

unsigned long anole_allocation_count(void) { return taken; }

void *malloc(size_t size) {
  ++taken;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  ++taken;
  return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
  ++taken;
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  ++taken;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  ++taken;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  ++taken;
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
  void *made = __libc_memalign(alignment, size);
  if (made == NULL) return ENOMEM;
  *block = made;
  return 0;
}
