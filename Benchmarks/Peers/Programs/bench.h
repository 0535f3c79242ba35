/* What every peer written in C or C++ measures itself with; bench.py says the same in Python.
 *
 * A peer is called as `peer ROWS slow|fast|jump|edit|still [FRAMES]`; the lists of rich rows alone know `edit`
 * (rich.h). When it is to be still, it shows its first frame and
 * then sleeps until the user does something, as a program does that is not measured. Else it calls bench_frame() after every frame it
 * has shown, the first of which is the end of its start-up and the beginning of what is measured, and
 * bench_next() once before every further frame for the offset to scroll to. bench_frame() returns 0 when
 * enough frames have been shown; the result, a line of JSON, has been printed by then.
 *
 * Environment:
 *   BENCH_T0    CLOCK_MONOTONIC, in ns, at the moment the process was started
 *   BENCH_XPID  process id of the X server, whose CPU time is taken over the same frames
 *   BENCH_PACE  least time from frame to frame, in ms; without, frames follow each other at once
 *   BENCH_SHOT  file for a picture of the screen, taken half way, which spoils the times            */
#pragma once
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { BENCH_W = 1280, BENCH_H = 800, BENCH_ROW = 60 };

typedef struct {
    const char *peer, *mode;
    char renderer[96];
    int64_t rows, max_offset;
    int frames;           /* to measure */
    int shown;            /* measured so far; -1 before the first frame */
    int64_t step;         /* offsets handed out so far */
    uint64_t random;
    double *times;        /* when each frame had been shown, from the first on */
    double startup, cpu, x_cpu, deadline;
    int64_t count;        /* a peer's own counter: rows bound, paint events */
} Bench;

static double bench_now(void) { /* ms */
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static double bench_cpu(void) { /* ms, of all threads of this process */
    struct rusage r;
    getrusage(RUSAGE_SELF, &r);
    return (r.ru_utime.tv_sec + r.ru_stime.tv_sec) * 1e3 + (r.ru_utime.tv_usec + r.ru_stime.tv_usec) / 1e3;
}

/* CPU time of the X server in ms: the scheduler's own account of its threads, in ns. */
static double bench_x_cpu(void) {
    const char *pid = getenv("BENCH_XPID");
    char path[300];
    snprintf(path, sizeof path, "/proc/%s/task", pid ? pid : "");
    DIR *tasks = pid ? opendir(path) : NULL;
    if (!tasks) return 0;
    double sum = 0;
    for (struct dirent *e; (e = readdir(tasks));) {
        if (e->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "/proc/%s/task/%.20s/schedstat", pid, e->d_name);
        FILE *f = fopen(path, "r");
        unsigned long long ns = 0;
        if (f && fscanf(f, "%llu", &ns) == 1) sum += ns / 1e6;
        if (f) fclose(f);
    }
    closedir(tasks);
    return sum;
}

/* The same once the server has done all it was asked: it may lag behind its client. */
static double bench_x_cpu_at_rest(void) {
    double x = bench_x_cpu(), limit = bench_now() + 2000;
    for (int quiet = 0; quiet < 3 && bench_now() < limit;) {
        usleep(10000);
        double now = bench_x_cpu();
        quiet = now - x < 0.05 ? quiet + 1 : 0;
        x = now;
    }
    return x;
}

/* An entry of a file of /proc/self, in MB of 1,000,000 bytes. */
static double bench_memory(const char *file, const char *name) {
    FILE *f = fopen(file, "r");
    char line[256];
    double kib = 0;
    while (f && fgets(line, sizeof line, f) && !(!strncmp(line, name, strlen(name)) && (kib = atof(line + strlen(name))))) {}
    if (f) fclose(f);
    return kib * 1024 / 1e6;
}

/* Whether the peer is left to the user once it has shown its first frame. */
static inline int bench_is_still(const Bench *b) { return !strcmp(b->mode, "still"); }

static void bench_renderer(Bench *b, const char *name) { snprintf(b->renderer, sizeof b->renderer, "%s", name); }

static void bench_init(Bench *b, int argc, char **argv, const char *peer, const char *renderer) {
    memset(b, 0, sizeof *b);
    b->peer = peer;
    bench_renderer(b, renderer);
    b->rows = argc > 1 ? atoll(argv[1]) : 1000;
    b->mode = argc > 2 ? argv[2] : "slow";
    b->frames = argc > 3 ? atoi(argv[3]) : 600;
    if (b->rows < 1 || b->frames < 1) {
        fprintf(stderr, "usage: %s ROWS slow|fast|jump|edit|still [FRAMES]\n", argv[0]);
        exit(64);
    }
    b->max_offset = b->rows * BENCH_ROW - BENCH_H > 1 ? b->rows * BENCH_ROW - BENCH_H : 1;
    b->shown = -1;
    b->random = 12345;
    b->times = (double *)calloc(b->frames + 1, sizeof *b->times);
}

static int64_t bench_next(Bench *b) { /* px */
    if (!strcmp(b->mode, "jump")) {
        b->random = b->random * 6364136223846793005ULL + 1442695040888963407ULL;
        int64_t top = (int64_t)((b->random >> 33) % (uint64_t)b->rows) * BENCH_ROW;
        return top < b->max_offset ? top : b->max_offset;
    }
    return ++b->step * (strcmp(b->mode, "fast") ? 37 : 10000) % b->max_offset;
}

static int bench_compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void bench_report(const Bench *b, double cpu, double x_cpu) {
    int n = b->frames;
    double *interval = (double *)malloc(n * sizeof *interval);
    int missed = 0;  /* refreshes of a display of 60 Hz that passed without a new frame */
    for (int i = 0; i < n; i++) {
        interval[i] = b->times[i + 1] - b->times[i];
        int refreshes = (int)(interval[i] * 60 / 1000 + 0.5);
        if (refreshes > 1) missed += refreshes - 1;
    }
    qsort(interval, n, sizeof *interval, bench_compare);
    printf("{\"peer\":\"%s\",\"renderer\":\"%s\",\"rows\":%lld,\"mode\":\"%s\",\"frames\":%d,"
           "\"cpu_ms\":%.4f,\"x_cpu_ms\":%.4f,\"wall_ms\":%.4f,\"p50_ms\":%.4f,\"p99_ms\":%.4f,"
           "\"missed\":%d,\"start_ms\":%.1f,\"rss_mb\":%.1f,\"dirty_mb\":%.1f,\"count\":%lld}\n",
           b->peer, b->renderer, (long long)b->rows, b->mode, n, cpu / n, x_cpu / n, (b->times[n] - b->times[0]) / n,
           interval[n / 2], interval[(int)(n * 0.99)], missed, b->startup, bench_memory("/proc/self/status", "VmHWM:"),
           bench_memory("/proc/self/smaps_rollup", "Private_Dirty:"), (long long)b->count);
    fflush(stdout);
    free(interval);
}

static void bench_screenshot(const char *file) {
    char command[600];
    snprintf(command, sizeof command, "sleep 0.3; import -window root -crop %dx%d+0+0 +repage '%s'", BENCH_W, BENCH_H, file);
    if (system(command)) fprintf(stderr, "no picture: import (ImageMagick) failed\n");
}

static void bench_pace(Bench *b, double pace) {
    double now = bench_now();
    b->deadline += pace;
    if (b->deadline < now) b->deadline = now;
    else usleep((useconds_t)((b->deadline - now) * 1000));
}

static int bench_frame(Bench *b) {
    double now = bench_now();
    if (b->shown < 0) {
        const char *t0 = getenv("BENCH_T0");
        b->startup = t0 ? now - atof(t0) / 1e6 : 0;
        b->shown = 0;
        b->x_cpu = bench_x_cpu();
        b->cpu = bench_cpu();
        b->times[0] = bench_now();
        return 1;
    }
    if (bench_is_still(b)) return 1;
    b->times[++b->shown] = now;
    if (b->shown < b->frames) {
        if (b->shown == b->frames / 2 && getenv("BENCH_SHOT")) bench_screenshot(getenv("BENCH_SHOT"));
        if (getenv("BENCH_PACE")) bench_pace(b, atof(getenv("BENCH_PACE")));
        return 1;
    }
    double cpu = bench_cpu() - b->cpu;
    bench_report(b, cpu, bench_x_cpu_at_rest() - b->x_cpu);
    return 0;
}

/* The texts of a row, and the digits of a number in groups of three. */
static inline const char *bench_number(char digits[27], int64_t number) {
    char *at = digits + 26;
    int count = 0;
    *at = 0;
    do {
        if (count && count % 3 == 0) *--at = ',';
        *--at = (char)('0' + number % 10);
        count++;
    } while (number /= 10);
    return at;
}
static inline void bench_title(char *s, size_t n, int64_t row) {
    char digits[27];
    snprintf(s, n, "Row %s", bench_number(digits, row));
}
/* The day and the second of the day, counted from the beginning of 1970, as StressRow.swift has them. */
static inline void bench_subtitle(char *s, size_t n, int64_t row) {
    static const char *weekdays[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
    static const char *months[] = {"January", "February", "March", "April", "May", "June", "July",
                                   "August", "September", "October", "November", "December"};
    char digits[27];
    time_t second = (time_t)row;
    struct tm day;
    gmtime_r(&second, &day);
    snprintf(s, n, "%s, %d %s %d, second %s of the day", weekdays[day.tm_wday], day.tm_mday, months[day.tm_mon],
             day.tm_year + 1900, bench_number(digits, row % 86400));
}
static inline void bench_detail(char *s, size_t n, int64_t row) {
    int second = (int)(row % 86400);
    snprintf(s, n, "%02d:%02d:%02d", second / 3600, second / 60 % 60, second % 60);
}
