#ifndef ANOLE_START_GUARD_H
#define ANOLE_START_GUARD_H

// Declares nothing: a program is guarded by being linked with this target. See StartGuard.c.

#endif
