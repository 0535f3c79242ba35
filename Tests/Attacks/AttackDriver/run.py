"""A process under attack: how it is started, what it is allowed to do, how it ended."""

import contextlib
import os
import resource
import shutil
import signal
import subprocess
import tempfile
import time

import x11

# What TableDemo's contract allows: 64 usage, 66 input, 69 display or font, 70 internal or results not written.
EXITS = {0, 64, 66, 69, 70}
STANDARD_ERROR_BYTES = 64 * 1024
RESIDENT_BYTES = 600 << 20
CLEAR = ("Fatal error", "Swift runtime failure", "fatal error")


class Failure(Exception):
    """The program did what it must not do."""


class Scratch:
    """A directory of one program, removed with it."""

    def __enter__(self):
        self.path = tempfile.mkdtemp(prefix="attack-")
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)

    def file(self, name):
        return os.path.join(self.path, name)


class Run:
    """A started process. Its output goes to files, so that it never waits for a reader."""

    def __init__(self, command, scratch, environment=None, limits=(), closed=(), stdout=None):
        """`limits` are (RLIMIT_..., value), `closed` descriptors that are closed before the program starts."""
        self.command = command
        self.sent = set()
        self.started = time.monotonic()
        number = len(os.listdir(scratch.path))
        self.stdout_path = scratch.file(f"{number}.out")
        self.stderr_path = scratch.file(f"{number}.err")
        variables = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")}
        # Backtraces of ended processes take seconds and are not read here.
        variables["SWIFT_BACKTRACE"] = "enable=no"
        # The size that a window is remembered with is the user's.
        variables["XDG_STATE_HOME"] = scratch.path
        variables.update(environment or {})

        def prepare():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            # Under nohup(1) the program would be right to outlive SIGHUP.
            for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)
            for kind, value in limits:
                resource.setrlimit(kind, (value, value))
            for descriptor in closed:
                os.close(descriptor)

        with open(stdout or self.stdout_path, "wb") as out, open(self.stderr_path, "wb") as err:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=variables, start_new_session=True,
                preexec_fn=prepare)
        self.pid = self.process.pid
        self.status = None
        self.resident = 0

    def send(self, number):
        """Sends a signal; one that ends the program is an honest end from now on."""
        self.sent.add(number)
        if self.is_running():
            os.kill(self.pid, number)

    def is_running(self):
        if self.status is not None:
            return False
        pid, status, usage = os.wait4(self.pid, os.WNOHANG)
        if pid:
            self._ended(status, usage)
        return self.status is None

    def _ended(self, status, usage):
        self.status = os.waitstatus_to_exitcode(status)
        self.process.returncode = self.status
        self.resident = usage.ru_maxrss * 1024

    def kill(self):
        if self.is_running():
            try:
                os.killpg(self.pid, signal.SIGKILL)
            except ProcessLookupError:
                os.kill(self.pid, signal.SIGKILL)
            _, status, usage = os.wait4(self.pid, 0)
            self._ended(status, usage)

    def errors(self):
        with open(self.stderr_path, "rb") as file:
            return file.read(STANDARD_ERROR_BYTES + 1).decode("utf-8", "replace")

    def wait(self, seconds, exits=EXITS):
        """Waits for the end and judges it: no hang, no crash, no flood, bounded memory."""
        deadline = time.monotonic() + seconds
        while self.is_running():
            if os.path.getsize(self.stderr_path) > STANDARD_ERROR_BYTES:
                self.kill()
                raise self.failure("floods standard error")
            if time.monotonic() > deadline:
                self.kill()
                raise self.failure(f"did not end within {seconds} s")
            time.sleep(0.005)
        errors = self.errors()
        if self.status < 0 and -self.status not in self.sent:
            raise self.failure(f"ended by {signal.Signals(-self.status).name}")
        if self.status >= 0 and self.status not in exits:
            raise self.failure(f"ended with exit code {self.status}, allowed are {sorted(exits)}")
        if any(word in errors for word in CLEAR):
            raise self.failure("wrote of a fatal error")
        if len(errors) > STANDARD_ERROR_BYTES:
            raise self.failure("floods standard error")
        if self.status > 0 and not errors.strip() and 2 not in self.sent:
            raise self.failure(f"ended with exit code {self.status} and no word why")
        if self.resident > RESIDENT_BYTES:
            raise self.failure(f"took {self.resident >> 20} MiB of memory")
        return self.status

    def failure(self, what):
        return Failure(f"{what}\n  command: {' '.join(self.command)}\n  standard error: {self.errors().strip()[:600]}")


def xvfb(scratch, size="1400x1000"):
    """Starts an X server; gives the run and the value for DISPLAY."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{size}x24", "-nolisten", "tcp", "-noreset"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=(writing,),
        start_new_session=True)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        number = pipe.readline().strip()
    if not number:
        server.kill()
        raise RuntimeError("Xvfb did not start")
    return server, f":{number}"


def end(process):
    """Ends a helper, whatever state it is in."""
    for number in (signal.SIGKILL, signal.SIGCONT):
        try:
            os.kill(process.pid, number)
        except ProcessLookupError:
            pass
    process.wait()


class Scene:
    """A folder, an X server and a program in a window there."""

    def __init__(self, demo, scratch, display):
        self.demo, self.scratch, self.display = demo, scratch, display
        self.run = self.client = None

    def start(self, arguments, environment=None, limits=()):
        """Starts the program and waits for its window. Gives the run, and hands for it."""
        variables = {"DISPLAY": self.display, "DBUS_SESSION_BUS_ADDRESS": "none:"}
        variables.update(environment or {})
        self.run = Run([self.demo] + arguments, self.scratch, variables, limits)
        self.client = self.client or x11.Client(self.display)
        try:
            self.client.find_window(self.run.is_running, 20 * patience())
        except x11.Error as error:
            if self.run.is_running():
                self.run.kill()
                raise self.run.failure(str(error)) from error
            # How it ended says more.
            self.run.wait(0)
            raise self.run.failure(f"{error}, with {self.run.status}") from error
        return self.run, self.client

    def finish(self, seconds=12):
        """Asks for the end, and judges it."""
        # A program that has ended by then has ended before it was asked to, and by itself.
        if not self.run.is_running():
            self.run.wait(0)
            raise self.run.failure(f"ended by itself, with {self.run.status}")
        self.run.send(signal.SIGTERM)
        if self.run.wait(seconds * patience(), EXITS) not in (0, -signal.SIGTERM):
            raise self.run.failure(f"ended with {self.run.status} when it was asked to")


def patience():
    """How many times longer things may take: machines have other things to do."""
    return max(1, os.getloadavg()[0] / os.cpu_count())


@contextlib.contextmanager
def in_window(demo, with_server=True):
    """A scene, and its end whatever happens in it."""
    with Scratch() as scratch:
        server, display = xvfb(scratch) if with_server else (None, None)
        scene = Scene(demo, scratch, display)
        try:
            yield scene
        finally:
            if scene.run:
                scene.run.kill()
            if server:
                end(server)


def at_rest(client, run, seconds=6):
    """A picture that stays the same for longer than a scroll indicator stays before it fades, or the last within the time."""
    # A busy machine also stands still in the midst of things.
    still = 0.9 * min(patience(), 3)
    last, since = client.picture(), time.monotonic()
    deadline = since + seconds * patience()
    while time.monotonic() < deadline:
        time.sleep(0.08)
        if not run.is_running():
            raise run.failure("ended on the way")
        picture = client.picture()
        if picture != last:
            last, since = picture, time.monotonic()
        elif time.monotonic() - since > still:
            break
    return last


def is_answering(client, run, seconds):
    """Whether the window shows what a key does, within the time: the overlay comes and goes.

    The picture may change by what was done before, and two presses that are served together leave the overlay as it was: what
    shows nothing is pressed again.
    """
    for _ in range(2):
        before = client.picture()
        deadline = time.monotonic() + seconds * patience()
        while True:
            client.key("F1")
            again = time.monotonic() + patience()
            while client.picture() == before and time.monotonic() < min(again, deadline):
                if not run.is_running():
                    return True
                time.sleep(0.03)
            if client.picture() != before:
                break
            if time.monotonic() > deadline:
                return False
    return True
