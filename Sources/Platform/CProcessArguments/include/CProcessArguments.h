#ifndef ANOLE_PROCESS_ARGUMENTS_H
#define ANOLE_PROCESS_ARGUMENTS_H

// Declares nothing: a program gets its arguments by being linked with this target. See ProcessArguments.c.

#endif
