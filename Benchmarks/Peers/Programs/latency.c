// How long after input anything moves: real input by XTest, the first changed pixel by XDamage.
//
//     latency EVENTS wheel|key|click|type idle|motion
//
// Looks for the largest window on the display, waits until it is still, and then, EVENTS times: waits a random pause,
// sends one event and takes the time until the server reports the first damage. In motion the wheel turns all the while,
// and the event is answered by the first damage after it. Prints one line of JSON, times in milliseconds.
#define _GNU_SOURCE
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/keysym.h>
#include <X11/extensions/XTest.h>
#include <X11/extensions/Xdamage.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static Display *display;
static int damageEvent;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static void pause_for(double milliseconds) {
  struct timespec t = {(time_t)(milliseconds / 1e3), (long)(milliseconds * 1e6) % 1000000000};
  nanosleep(&t, NULL);
}

// A window may be destroyed between being listed and being asked.
static int ignore_error(Display *d, XErrorEvent *e) { (void)d, (void)e; return 0; }

static void find_largest(Window window, Window *largest, int *area) {
  Window root, parent, *children = NULL;
  unsigned count = 0;
  if (!XQueryTree(display, window, &root, &parent, &children, &count)) return;
  for (unsigned i = 0; i < count; i++) {
    XWindowAttributes a;
    if (XGetWindowAttributes(display, children[i], &a) && a.map_state == IsViewable && a.class == InputOutput &&
        a.width * a.height > *area) {
      *area = a.width * a.height;
      *largest = children[i];
    }
    find_largest(children[i], largest, area);
  }
  if (children) XFree(children);
}

// Waits for damage until `deadline`; the time it was read, or 0.
static double next_damage(Damage damage, double deadline) {
  for (;;) {
    while (XPending(display)) {
      XEvent event;
      XNextEvent(display, &event);
      if (event.type == damageEvent) {
        double time = now();
        XDamageSubtract(display, damage, None, None);
        XFlush(display);
        return time;
      }
    }
    double left = deadline - now();
    if (left <= 0) return 0;
    struct pollfd waiting = {ConnectionNumber(display), POLLIN, 0};
    struct timespec limit = {(time_t)(left / 1e3), (long)(left * 1e6) % 1000000000};
    ppoll(&waiting, 1, &limit, NULL);
  }
}

static void drain(Damage damage) {
  XDamageSubtract(display, damage, None, None);
  XSync(display, False);
  while (XPending(display)) {
    XEvent event;
    XNextEvent(display, &event);
  }
}

// Until nothing has changed for `still` milliseconds, at most for ten seconds.
static void settle(Damage damage, double still) {
  double end = now() + 10000;
  drain(damage);
  while (now() < end && next_damage(damage, now() + still) > 0) {
  }
  drain(damage);
}

static void tap(KeySym symbol) {
  KeyCode code = XKeysymToKeycode(display, symbol);
  XTestFakeKeyEvent(display, code, True, CurrentTime);
  XTestFakeKeyEvent(display, code, False, CurrentTime);
}

static void click(unsigned button) {
  XTestFakeButtonEvent(display, button, True, CurrentTime);
  XTestFakeButtonEvent(display, button, False, CurrentTime);
}

// The button of the wheel that is turned first: down, or up where there is nothing further down.
static unsigned onwards = 5;

static void send(const char *kind, int number) {
  if (!strcmp(kind, "wheel")) click(number / 20 % 2 ? 9 - onwards : onwards);
  else if (!strcmp(kind, "key")) tap(number / 8 % 2 ? XK_Up : XK_Down);
  else if (!strcmp(kind, "type")) tap(number % 8 == 7 ? XK_BackSpace : XK_a + number % 8);
  else click(1);
  XFlush(display);
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: latency EVENTS wheel|key|click|type idle|motion\n");
    return 64;
  }
  int count = atoi(argv[1]), motion = !strcmp(argv[3], "motion");
  const char *kind = argv[2];
  display = XOpenDisplay(NULL);
  int damageError, major, minor;
  if (count < 1 || !display || !XDamageQueryExtension(display, &damageEvent, &damageError) ||
      !XTestQueryExtension(display, &damageError, &damageError, &major, &minor)) {
    fprintf(stderr, "latency: no display with XTest and XDamage\n");
    return 69;
  }
  damageEvent += XDamageNotify;
  XSetErrorHandler(ignore_error);
  Window root = DefaultRootWindow(display), window = None, child;
  int area = 300 * 200, x = 0, y = 0;
  for (double end = now() + 10000; window == None && now() < end; pause_for(50)) find_largest(root, &window, &area);
  XWindowAttributes a;
  if (window == None || !XGetWindowAttributes(display, window, &a)) {
    fprintf(stderr, "latency: no window\n");
    return 69;
  }
  XTranslateCoordinates(display, window, root, 0, 0, &x, &y, &child);
  XTestFakeMotionEvent(display, -1, x + a.width / 2, y + a.height / 2, CurrentTime);
  XSync(display, False);
  Damage damage = XDamageCreate(display, root, XDamageReportNonEmpty);
  settle(damage, 700);
  if (!strcmp(kind, "type")) {
    // As in most programs Ctrl+F leads to the field for searching.
    KeyCode control = XKeysymToKeycode(display, XK_Control_L);
    XTestFakeKeyEvent(display, control, True, CurrentTime);
    tap(XK_f);
    XTestFakeKeyEvent(display, control, False, CurrentTime);
    XFlush(display);
    settle(damage, 300);
  }
  if (!strcmp(kind, "wheel")) {
    click(onwards);
    XFlush(display);
    if (!next_damage(damage, now() + 300)) onwards = 4;
    settle(damage, 700);
  }
  if (!strcmp(kind, "key")) {
    // The first Down only shows where the keyboard is: without another one the last Up would have nowhere to go.
    tap(XK_Down);
    tap(XK_Down);
    XFlush(display);
    settle(damage, 300);
  }

  double *times = malloc(sizeof(double) * (size_t)count), sum = 0;
  int measured = 0, missed = 0;
  srand(1);
  for (int i = 0; i < count; i++) {
    // What was moved by the last event has come to rest by then; in motion nothing is to rest.
    double pause = (motion ? 120 : 350) + rand() % 100;
    if (motion) {
      // Notches every 40 ms keep any eased motion going.
      for (double end = now() + pause; now() < end; pause_for(40 + rand() % 17 / 2.0)) {
        click(i / 4 % 2 ? 9 - onwards : onwards);
        XFlush(display);
      }
    } else {
      if (!strcmp(kind, "click"))
        XTestFakeMotionEvent(display, -1, x + a.width / 2, y + a.height / 4 + i % 4 * a.height / 8, CurrentTime);
      XFlush(display);
      pause_for(pause);
    }
    drain(damage);
    double sent = now();
    send(kind, i);
    double seen = next_damage(damage, sent + 300);
    if (seen > 0) {
      times[measured++] = seen - sent;
      sum += seen - sent;
    } else {
      missed++;
    }
  }
  if (!measured) {
    printf("{\"kind\": \"%s\", \"phase\": \"%s\", \"events\": 0, \"missed\": %d}\n", kind, argv[3], missed);
    return 0;
  }
  qsort(times, (size_t)measured, sizeof(double), ascending);
#define POINT(p) times[measured * p / 100 < measured ? measured * p / 100 : measured - 1]
  printf("{\"kind\": \"%s\", \"phase\": \"%s\", \"events\": %d, \"missed\": %d, \"mean_ms\": %.3f, \"p50_ms\": %.3f, "
         "\"p90_ms\": %.3f, \"p99_ms\": %.3f, \"max_ms\": %.3f}\n",
         kind, argv[3], measured, missed, sum / measured, POINT(50), POINT(90), POINT(99), times[measured - 1]);
  free(times);
  XCloseDisplay(display);
  return 0;
}
