#ifndef ANOLE_ALLOCATION_COUNTER_H
#define ANOLE_ALLOCATION_COUNTER_H

/// Heap blocks taken (malloc, calloc, realloc, aligned ones) by the calling
/// thread since it started. The framework finds it by name when the library is
/// preloaded; nothing links to it.
unsigned long anole_allocation_count(void);

#endif
