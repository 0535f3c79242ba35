"""Attacks on what TableDemo reads: files with columns, file systems that stall, fonts, and what it remembers."""

import ctypes
import os
import shutil
import subprocess
import time

from run import Run, in_window, is_answering, patience


# Files with columns

def records(random, count):
    """A CSV as programs leave it, and as none should."""
    columns = random.choice([1, 2, 5, 40])
    kind = random.choice(["plain", "plain", "quoted", "torn", "ragged", "numbers"])

    def field(row, column):
        if kind == "numbers" or column == 1:
            return str(random.randint(-1000, 1000))
        if kind == "quoted":
            return f'"a ""quoted"" field\n{row},{column}"'
        if kind == "torn" and random.random() < 0.01:
            return random.choice(['"', '5"" disk', "\r", "\0", "\ufeff", '"a"b'])
        return f"field {row * 7919 % 1000} {column}"

    lines = [",".join(f"title {column}" for column in range(columns))]
    for row in range(count):
        width = random.randint(0, 2 * columns) if kind == "ragged" else columns
        lines.append(",".join(field(row, column) for column in range(width)))
    return (random.choice(["\n", "\n", "\r\n"]).join(lines) + "\n").encode()


def change_records(random, path):
    kind = random.choice(["empty", "truncate", "truncate", "grow", "rewrite", "rewrite", "replace", "delete", "restore"])
    try:
        if kind == "delete":
            os.remove(path)
        elif kind in ("rewrite", "restore") or not os.path.exists(path):
            with open(path, "wb") as file:
                file.write(records(random, random.choice([0, 1, 20, 2000])))
        elif kind == "replace":
            with open(path + ".new", "wb") as file:
                file.write(records(random, random.choice([1, 20, 2000])))
            os.replace(path + ".new", path)
        else:
            with open(path, "r+b") as file:
                if kind == "grow":
                    file.seek(0, os.SEEK_END)
                    file.write(records(random, random.choice([1, 20, 2000])))
                else:
                    file.truncate(0 if kind == "empty" else random.randint(0, os.path.getsize(path)))
    except OSError:
        pass


def delimited(demo, random):
    """A CSV is cut, rewritten and replaced while it is sorted, scrolled, copied and dragged over."""
    with in_window(demo) as scene:
        path = scene.scratch.file("table.csv")
        with open(path, "wb") as file:
            file.write(records(random, random.choice([20, 200, 30_000])))
        run, client = scene.start([path, "--size", "900x600", "--stats", scene.scratch.file("stats.json")])
        for _ in range(random.randint(5, 25)):
            what = random.choice(["sort", "sort", "sort", "change", "change", "scroll", "drag", "copy"])
            if what == "sort":
                client.move(random.choice([120, 250, 400]), 12)
                client.click()
            elif what == "change":
                for _ in range(random.choice([1, 1, 4])):
                    change_records(random, path)
            elif what == "scroll":
                client.key(random.choice(["ctrl+End", "ctrl+Home", "Next", "Prior", "End"]))
            elif what == "copy":
                client.key("ctrl+a")
                client.key("ctrl+c")
            else:
                drag_over(random, client, path)
            time.sleep(random.choice([0, 0.01, 0.05, 0.3]) * random.random())
            if not run.is_running():
                break
        # The watch looks at the file four times a second.
        time.sleep(0.3)
        scene.finish()


def drag_over(random, client, path):
    """Selects with the mouse, to beyond the lower edge, while the file changes."""
    client.move(random.randint(80, 800), random.randint(40, 500))
    client.button(1, True)
    for _ in range(random.randint(1, 4)):
        client.move(random.randint(0, 899), random.choice([100, 300, 590, 640]))
        if random.random() < 0.6:
            change_records(random, path)
        time.sleep(0.05 * random.random())
    client.button(1, False)


# File systems that do not answer

# Stands in for a file system on a network: calls that name a file below a folder, or read one of there, wait as long as a
# file says so.
STALL = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static const char *folder(void) { return getenv("STALL_FOLDER"); }
#define real(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void sleep_ms(long ms) {
  struct timespec rest = {ms / 1000, ms % 1000 * 1000000};
  while (nanosleep(&rest, &rest)) {}
}

/* The file holds milliseconds a call takes; with a minus before them it stalls until the file says otherwise. */
static void stall(void) {
  const char *name = getenv("STALL_SWITCH");
  for (;;) {
    char text[16] = {0};
    int file = name ? real(open)(name, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    ssize_t count = real(read)(file, text, sizeof text - 1);
    real(close)(file);
    long ms = count > 0 ? atol(text) : 0;
    if (ms >= 0) { sleep_ms(ms); return; }
    sleep_ms(20);
  }
}

static int is_below(const char *path) {
  const char *top = folder();
  return path && top && !strncmp(path, top, strlen(top));
}

static int is_open_below(int file) {
  char name[64], path[4096];
  if (file <= 2) return 0;
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  ssize_t count = readlink(name, path, sizeof path - 1);
  if (count <= 0) return 0;
  path[count] = 0;
  return is_below(path);
}

#define BY_PATH(path) if (is_below(path)) stall()
#define BY_FILE(file) if (is_open_below(file)) stall()

#define MODE(flags) int mode = 0; if ((flags) & (O_CREAT | __O_TMPFILE)) { va_list l; va_start(l, flags); mode = va_arg(l, int); va_end(l); }
int open(const char *path, int flags, ...) { MODE(flags) BY_PATH(path); return real(open)(path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) BY_PATH(path); return real(open64)(path, flags, mode); }
int openat(int at, const char *path, int flags, ...) { MODE(flags) BY_PATH(path); return real(openat)(at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { MODE(flags) BY_PATH(path); return real(openat64)(at, path, flags, mode); }
int stat(const char *path, struct stat *s) { BY_PATH(path); return real(stat)(path, s); }
int stat64(const char *path, struct stat64 *s) { BY_PATH(path); return real(stat64)(path, s); }
int lstat(const char *path, struct stat *s) { BY_PATH(path); return real(lstat)(path, s); }
int lstat64(const char *path, struct stat64 *s) { BY_PATH(path); return real(lstat64)(path, s); }
int fstatat(int at, const char *path, struct stat *s, int f) { BY_PATH(path); return real(fstatat)(at, path, s, f); }
int access(const char *path, int mode) { BY_PATH(path); return real(access)(path, mode); }
int fstat(int file, struct stat *s) { BY_FILE(file); return real(fstat)(file, s); }
int fstat64(int file, struct stat64 *s) { BY_FILE(file); return real(fstat64)(file, s); }
ssize_t read(int file, void *b, size_t n) { BY_FILE(file); return real(read)(file, b, n); }
ssize_t pread(int file, void *b, size_t n, off_t o) { BY_FILE(file); return real(pread)(file, b, n, o); }
ssize_t pread64(int file, void *b, size_t n, off64_t o) { BY_FILE(file); return real(pread64)(file, b, n, o); }
ssize_t preadv(int file, const struct iovec *v, int n, off_t o) { BY_FILE(file); return real(preadv)(file, v, n, o); }
off_t lseek(int file, off_t o, int w) { BY_FILE(file); return real(lseek)(file, o, w); }
FILE *fopen(const char *path, const char *mode) { BY_PATH(path); return real(fopen)(path, mode); }
FILE *fopen64(const char *path, const char *mode) { BY_PATH(path); return real(fopen64)(path, mode); }
"""


def stall_library(folder):
    """Compiles the stand-in; None where there is no compiler."""
    compiler = next((path for name in ("cc", "gcc", "clang") if (path := shutil.which(name))), None)
    if not compiler:
        return None
    source, library = os.path.join(folder, "stall.c"), os.path.join(folder, "stall.so")
    with open(source, "w") as file:
        file.write(STALL)
    result = subprocess.run(
        [compiler, "-O1", "-w", "-shared", "-fPIC", source, "-o", library, "-ldl"], capture_output=True, text=True, check=False)
    if result.returncode:
        raise RuntimeError(f"the stand-in for a file system does not compile: {result.stderr[:500]}")
    return library


def stalls(demo, random):
    """Files on a file system that takes its time, or answers no more: the window goes on, and ends when it is asked to."""
    with in_window(demo) as scene:
        library = stall_library(scene.scratch.path)
        if not library:
            return
        folder = scene.scratch.file("slow")
        os.mkdir(folder)
        names = random.choice([["a.txt"], ["a.csv"], ["a.txt", "b.csv"]])
        for name in names:
            with open(f"{folder}/{name}", "wb") as file:
                file.write(records(random, random.choice([200, 20_000])))
        switch = scene.scratch.file("switch")

        def set_stall(milliseconds):
            with open(switch + ".new", "w") as file:
                file.write(str(milliseconds))
            os.replace(switch + ".new", switch)

        set_stall(0)
        run, client = scene.start(
            [f"{folder}/{name}" for name in names] + ["--size", "900x600"],
            {"LD_PRELOAD": library, "STALL_FOLDER": folder, "STALL_SWITCH": switch})
        time.sleep(0.3 * random.random())
        for _ in range(random.randint(1, 3)):
            pause = random.choice([-1, -1, 300])
            set_stall(pause)
            for _ in range(random.randint(1, 5)):
                what = random.choice(["scroll", "scroll", "wheel", "change", "sort", "tab"])
                if what == "scroll":
                    client.key(random.choice(["End", "Home", "Next", "ctrl+End", "Down"]))
                elif what == "wheel":
                    client.move(600, 300)
                    client.click(random.choice([4, 5]), 5)
                elif what == "sort":
                    client.move(450, 12)
                    client.click()
                elif what == "tab":
                    client.key("ctrl+Tab")
                elif what == "change":
                    with open(f"{folder}/{names[0]}", "ab") as file:
                        file.write(records(random, 20))
            # The watch looks at the file, too.
            time.sleep(0.4)
            if not is_answering(client, run, 3):
                raise run.failure(
                    f"the window stands still while the file system {'does not answer' if pause < 0 else 'is slow'}")
            if random.random() < 0.7:
                set_stall(0)
        scene.finish(7)


# Fonts that go

def font_files():
    listed = subprocess.run(["fc-list", "--format", "%{file}\n"], capture_output=True, text=True, check=False).stdout
    return sorted(path for path in set(listed.split()) if path.endswith((".ttf", ".otf")) and os.path.getsize(path) < 2 << 20)


def usable_fonts(fonts):
    return [path for path in fonts if "Emoji" not in path and any(word in path for word in ("DejaVu", "NotoSans-", "NotoSerif-"))]


def font_environment(scene, folder):
    """Has a program find the fonts of a folder, and no others."""
    configuration = scene.scratch.file("fonts.conf")
    with open(configuration, "w") as file:
        file.write(f'<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>{folder}</dir>'
                   f'<cachedir>{scene.scratch.file("fontcache")}</cachedir></fontconfig>')
    return {"FONTCONFIG_FILE": configuration, "XDG_CACHE_HOME": scene.scratch.file("cache")}


def fonts(demo, random):
    """Fonts go, between and during runs, or are damaged in place below a file."""
    random.choice([gone_fonts, cut_fonts])(demo, random)


def damage_in_place(random, path):
    """Cuts or overwrites a font that a program has open."""
    with open(path, "r+b") as file:
        size = os.path.getsize(path)
        kind = random.choice(["cut", "cut", "cut", "empty", "zeros", "bytes"])
        if kind == "cut":
            file.truncate(random.choice([random.randint(0, size), random.randint(0, min(size, 2000)), size // 2]))
        elif kind == "empty":
            file.truncate(0)
        else:
            file.seek(random.randint(0, size))
            length = random.choice([10, 1000, size])
            file.write(bytes(length) if kind == "zeros" else random.randbytes(length))


def cut_fonts(demo, random):
    """Fonts are damaged in place below a file that is shown: every key is borne, with letters or without."""
    with in_window(demo) as scene:
        folder = scene.scratch.file("fonts")
        os.mkdir(folder)
        installed = usable_fonts(font_files())
        if not installed:
            raise RuntimeError("no DejaVu or Noto font is installed: apt install fonts-dejavu-core")
        mono = [path for path in installed if "Mono" in path] or installed
        paths = [shutil.copy(path, folder) for path in {random.choice(mono), *random.choices(installed, k=2)}]
        text = scene.scratch.file("text.log")
        with open(text, "w") as file:
            for number in range(random.choice([3, 400])):
                file.write(f"{number} ERROR caf\u00e9 \u0416\u05d0\u0e01\u6f22 " + "word " * random.choice([1, 100]) + "\n")
        # Some fonts are looked for when the file comes: it is dropped on another screen, and its fonts are damaged by then.
        is_dropped = random.random() < 0.4
        run, client = scene.start(
            (["--screen", "letters"] if is_dropped else [text]) + ["--size", "900x600"], font_environment(scene, folder))
        if random.random() < 0.5:
            client.key(random.choice(["Next", "w", "ctrl+="]))
        for path in paths if random.random() < 0.7 else paths[:1]:
            damage_in_place(random, path)
        if is_dropped:
            client.drop(f"file://{text}\r\n".encode(), seconds=5 * patience())
        keys = ["Next", "Next", "w", "End"] + random.choices(
            ["Next", "w", "End", "Home", "ctrl+=", "ctrl+minus", "ctrl+Right", "shift+Down", "ctrl+a", "ctrl+c", "ctrl+f", "Escape",
             "F1", "size", "click"], k=random.randint(0, 12))
        for key in keys:
            if not run.is_running():
                break
            if key == "size":
                client.resize(random.randint(200, 1200), random.randint(100, 900))
            elif key == "click":
                client.move(random.randint(0, 800), random.randint(0, 500))
                client.click(1, random.choice([1, 2, 3]))
            else:
                client.key(key)
            time.sleep(random.choice([0, 0.02, 0.2]))
        scene.finish()


def gone_fonts(demo, random):
    """Fonts are removed, renamed and brought back while the program runs and between its starts: it starts as long as there is
    one it can draw with."""
    with in_window(demo, with_server=False) as scene:
        folder = scene.scratch.file("fonts")
        os.mkdir(folder)
        installed = usable_fonts(font_files())
        if not installed:
            raise RuntimeError("no DejaVu or Noto font is installed: apt install fonts-dejavu-core")
        present = {}

        def put():
            source = random.choice(installed)
            path = f"{folder}/{random.randint(0, 99)}-{os.path.basename(source)}"
            shutil.copy(source, path)
            present[path] = True

        def change():
            what = random.choice(["put", "remove", "rename", "replace", "empty"])
            paths = list(present)
            if what == "put" or not paths:
                return put()
            path = random.choice(paths)
            if what == "remove":
                os.remove(path)
                del present[path]
            elif what == "rename":
                present[path + ".ttf"] = True
                os.rename(path, path + ".ttf")
                del present[path]
            elif what == "replace":
                # By a file of the same name that is not a font.
                with open(path, "wb") as file:
                    file.write(random.randbytes(random.randint(0, 5000)))
                del present[path]
            elif what == "empty" and random.random() < 0.3:
                for other in list(present):
                    os.remove(other)
                    del present[other]

        for _ in range(random.randint(1, 3)):
            put()
        environment = font_environment(scene, folder)
        for start in range(2 * random.randint(1, 2)):
            had_fonts = bool(present)
            run = Run(
                [demo, "--headless", "--frames", "30", "--paced", "--screen", random.choice(["countries", "letters", "rich"])],
                scene.scratch, environment)
            # Every second start has its fonts as they are.
            is_changed = start % 2 == 0
            if is_changed:
                # The window is up by then; the fonts it goes on to use go.
                time.sleep(random.choice([0.1, 0.2, 0.3]))
                for _ in range(random.randint(1, 2)):
                    change()
            status = run.wait(30)
            if status == 69 and had_fonts and not is_changed:
                raise run.failure(f"start {start + 1} found no font of {sorted(os.path.basename(path) for path in present)}")
            if status not in (0, 69) or status == 0 and not had_fonts and not is_changed:
                raise run.failure(f"start {start + 1} ended with {status}, {'with' if had_fonts else 'without'} fonts")
            if not is_changed and random.random() < 0.5:
                change()


# What is remembered

def digest(environment, lines):
    """The digest that the program writes into its memory of fonts (FontMemory), for a forger of the same user."""
    variables = ["FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT", "FC_LANG", "LC_ALL", "LC_CTYPE", "LANG", "HOME",
                 "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CURRENT_DESKTOP"]
    mask, value = (1 << 64) - 1, 0xCBF29CE484222325

    def add(word):
        nonlocal value
        value = ((value ^ (word & mask)) * 0x100000001B3) & mask

    def add_text(text):
        for byte in text:
            add(byte)
        add(mask)

    add(ctypes.CDLL("libfontconfig.so.1").FcGetVersion())
    for name in variables:
        add_text(environment.get(name, "").encode())
    for line in lines:
        add_text(line)
        if line.startswith(b"="):
            continue
        try:
            state = os.stat(line)
        except OSError:
            add(0)
            continue
        for number in (state.st_mode, state.st_ino, state.st_size):
            add(number)
        for nanoseconds in (state.st_mtime_ns, state.st_ctime_ns):
            add(nanoseconds // 10**9)
            add(nanoseconds % 10**9)
    return value


def forge(random, path, environment, folder):
    """Another face for every answer, under a digest that fits. Returns whether the digest is understood."""
    with open(path, "rb") as file:
        lines = file.read().split(b"\n")[:-1]
    if len(lines) < 3 or str(digest(environment, lines[2:])).encode() != lines[1]:
        return False
    fifo = f"{folder}/fifo.ttf"
    if not os.path.exists(fifo):
        os.mkfifo(fifo)
    target = random.choice([fifo, folder, "/dev/zero", "/dev/null", f"{folder}/nowhere.ttf", "/proc/self/mem", "/etc/passwd"])
    index = random.choice(["-1", "99999", "2147483647", "-2147483648", "65536"])
    what = random.choice(["file", "index", "both", "all"])
    forged = []
    for line in lines[2:]:
        if line.startswith(b"="):
            parts = line.split(b":")
            for place, part in enumerate(parts):
                if part.startswith(b"file=") and what in ("file", "both"):
                    parts[place] = b"file=" + target.encode()
                if part.startswith(b"index=") and what in ("index", "both"):
                    parts[place] = b"index=" + index.encode()
            line = b":".join(parts) if what != "all" else line.split(b"\t")[0] + b"\t400\t0\t" + random.randbytes(30).hex().encode()
        forged.append(line)
    with open(path, "wb") as file:
        file.write(b"\n".join([lines[0], str(digest(environment, forged)).encode()] + forged) + b"\n")
    return True


def damage(random, path):
    """Has something else in the place of a file."""
    content = b""
    if os.path.isfile(path):
        with open(path, "rb") as file:
            content = file.read(1 << 20)
    if os.path.isdir(path):
        os.rmdir(path)
    elif os.path.lexists(path):
        os.remove(path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    kind = random.choice(["bytes", "bits", "cut", "double", "fifo", "directory", "huge", "unreadable", "loop", "device", "numbers"])
    if kind == "fifo":
        return os.mkfifo(path)
    if kind == "directory":
        return os.mkdir(path)
    if kind == "loop":
        return os.symlink(path, path)
    if kind == "device":
        return os.symlink(random.choice(["/dev/zero", "/dev/full", "/dev/tty"]), path)
    if kind == "bits" and content:
        content = bytearray(content)
        for _ in range(random.randint(1, 20)):
            content[random.randrange(len(content))] ^= 1 << random.randrange(8)
    elif kind == "cut":
        content = content[:random.randint(0, len(content))]
    elif kind == "double":
        content *= random.choice([2, 50])
    elif kind == "numbers":
        content = b"".join(
            f"{random.choice(['1400x1000', '0x0', 'overlay', 'x', '99999999999999999999x1'])} "
            f"{random.choice(['nanxnan', 'infx100', '1e400x1', '-5x-5', '100x100', '16384x16384', 'bottomLeft', '0x1p9999x3'])}\n"
            .encode() for _ in range(random.choice([1, 10, 5000])))
    elif kind != "unreadable":
        content = random.randbytes(random.choice([0, 1, 100, 5000]))
    with open(path, "wb") as file:
        file.write(bytes(content))
        if kind == "huge":
            file.truncate(random.choice([1 << 20, 200 << 20, 1 << 36]))
    if kind == "unreadable":
        os.chmod(path, 0)


def memories(demo, random):
    """What the program remembers of fonts and windows is damaged, forged, or no file: it starts as if there was nothing."""
    with in_window(demo) as scene:
        cache, state = scene.scratch.file("cache"), scene.scratch.file("state")
        environment = {"XDG_CACHE_HOME": cache, "XDG_STATE_HOME": state}
        run = Run([demo, "--headless", "--frames", "2"], scene.scratch, environment)
        if run.wait(30) != 0:
            raise run.failure("the first start failed")
        known = f"{cache}/TableDemo/fonts"
        for _ in range(random.randint(1, 3)):
            is_forged = random.random() < 0.5 and os.path.isfile(known) and os.access(known, os.R_OK) and forge(
                random, known, dict(os.environ, **environment), scene.scratch.path)
            if not is_forged:
                damage(random, known)
            damage(random, f"{state}/TableDemo/window")
            begun = time.monotonic()
            run, client = scene.start(["--screen", "countries"], environment)
            taken = time.monotonic() - begun
            if taken > 4 * patience():
                raise run.failure(f"the window came after {taken:.1f} s")
            client.key("F1")
            scene.finish()
            if run.status != 0:
                raise run.failure(f"ended with {run.status}")


ATTACKS = [delimited, stalls, fonts, memories]
