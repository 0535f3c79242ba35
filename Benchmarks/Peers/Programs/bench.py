"""bench.h for peers written in Python."""
import json
import os
import resource
import subprocess
import time

WIDTH, HEIGHT, ROW = 1280, 800, 60


def now():
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC) / 1e6


def cpu():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return (usage.ru_utime + usage.ru_stime) * 1e3


def x_cpu(pid=os.environ.get("BENCH_XPID")):
    """CPU time of the X server, in ms."""
    total = 0
    for task in os.listdir(f"/proc/{pid}/task") if pid else []:
        with open(f"/proc/{pid}/task/{task}/schedstat") as file:
            total += int(file.read().split()[0])
    return total / 1e6


def x_cpu_at_rest(pid=os.environ.get("BENCH_XPID")):
    x, quiet, limit = x_cpu(pid), 0, now() + 2000
    while quiet < 3 and now() < limit:
        time.sleep(0.01)
        later = x_cpu(pid)
        quiet = quiet + 1 if later - x < 0.05 else 0
        x = later
    return x


def memory(file, name):
    """An entry of a file of /proc/self, in MB of 1,000,000 bytes."""
    with open(file) as lines:
        kib = next(int(line.split()[1]) for line in lines if line.startswith(name))
    return kib * 1024 / 1e6


def texts(row):
    day, second = time.gmtime(row), row % 86400
    return {
        "title": f"Row {row:,}",
        "subtitle": f"{time.strftime('%A, ', day)}{day.tm_mday} {time.strftime('%B %Y', day)}, second {second:,} of the day",
        "detail": time.strftime("%H:%M:%S", day),
    }


class Bench:
    def __init__(self, arguments, peer, renderer):
        self.peer, self.renderer = peer, renderer
        self.rows, self.mode, self.frames = int(arguments[1]), arguments[2], int(arguments[3])
        self.max_offset = max(1, self.rows * ROW - HEIGHT)
        self.shown, self.step, self.random, self.count, self.deadline = -1, 0, 12345, 0, 0

    def next(self):
        if self.mode == "jump":
            self.random = (self.random * 6364136223846793005 + 1442695040888963407) % 2**64
            return min((self.random >> 33) % self.rows * ROW, self.max_offset)
        self.step += 1
        return self.step * (10000 if self.mode == "fast" else 37) % self.max_offset

    def frame(self):
        shown = now()
        if self.shown < 0:
            self.startup = shown - float(os.environ.get("BENCH_T0", "0")) / 1e6
            self.shown, self.x_before, self.cpu_before = 0, x_cpu(), cpu()
            self.times = [now()]
            return True
        self.shown += 1
        self.times.append(shown)
        if self.shown < self.frames:
            if self.shown == self.frames // 2 and "BENCH_SHOT" in os.environ:
                time.sleep(0.3)
                crop = ["-crop", f"{WIDTH}x{HEIGHT}+0+0", "+repage"]
                subprocess.run(["import", "-window", "root", *crop, os.environ["BENCH_SHOT"]])
            if "BENCH_PACE" in os.environ:
                self.deadline = max(self.deadline + float(os.environ["BENCH_PACE"]), now())
                time.sleep((self.deadline - now()) / 1e3 if self.deadline > now() else 0)
            return True
        used = cpu() - self.cpu_before
        self.report(used, x_cpu_at_rest() - self.x_before)
        return False

    def report(self, used, x_used):
        n = self.frames
        intervals = sorted(later - earlier for earlier, later in zip(self.times, self.times[1:]))
        print(json.dumps({
            "peer": self.peer, "renderer": self.renderer, "rows": self.rows, "mode": self.mode, "frames": n,
            "cpu_ms": used / n, "x_cpu_ms": x_used / n, "wall_ms": (self.times[-1] - self.times[0]) / n,
            "p50_ms": intervals[n // 2], "p99_ms": intervals[int(n * 0.99)],
            "missed": sum(max(0, int(interval * 60 / 1000 + 0.5) - 1) for interval in intervals),
            "start_ms": self.startup, "rss_mb": memory("/proc/self/status", "VmHWM:"),
            "dirty_mb": memory("/proc/self/smaps_rollup", "Private_Dirty:"), "count": self.count,
        }), flush=True)
