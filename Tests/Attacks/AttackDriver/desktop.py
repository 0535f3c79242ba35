"""Attacks on TableDemo by the desktop: portals that die and lie, a bus that stops half way, drops of thousands of files."""

import contextlib
import ctypes
import os
import resource
import shutil
import socket
import subprocess
import tempfile
import threading
import time

from run import at_rest, in_window, is_answering, patience

PORTAL = "org.freedesktop.portal.Desktop"
PATH = "/org/freedesktop/portal/desktop"
CHOOSER, SETTINGS, REQUEST = (f"org.freedesktop.portal.{name}" for name in ("FileChooser", "Settings", "Request"))
CONFIGURATION = """<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy></busconfig>"""


@contextlib.contextmanager
def session_bus(scratch):
    """A bus of its own that starts nothing; gives its address."""
    name = scratch.file("bus.conf")
    with open(name, "w") as file:
        file.write(CONFIGURATION)
    daemon = subprocess.Popen(
        ["dbus-daemon", f"--config-file={name}", "--nofork", "--print-address=1"], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True)
    try:
        yield daemon.stdout.readline().strip()
    finally:
        daemon.kill()
        daemon.wait()


def library():
    """libdbus, with the types of what is called."""
    bus = ctypes.CDLL("libdbus-1.so.3")
    pointer, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
    for name, result, arguments in [
            ("connection_open_private", pointer, [text, pointer]), ("bus_register", number, [pointer, pointer]),
            ("bus_request_name", number, [pointer, text, ctypes.c_uint, pointer]),
            ("connection_set_exit_on_disconnect", None, [pointer, number]),
            ("connection_read_write", number, [pointer, number]), ("connection_pop_message", pointer, [pointer]),
            ("connection_send", number, [pointer, pointer, pointer]), ("connection_flush", None, [pointer]),
            ("connection_close", None, [pointer]), ("message_get_member", text, [pointer]),
            ("message_get_sender", text, [pointer]), ("message_get_type", number, [pointer]),
            ("message_new_method_return", pointer, [pointer]), ("message_new_error", pointer, [pointer, text, text]),
            ("message_new_signal", pointer, [text, text, text]), ("message_set_destination", number, [pointer, text]),
            ("message_unref", None, [pointer]), ("message_iter_init", number, [pointer, pointer]),
            ("message_iter_init_append", None, [pointer, pointer]), ("message_iter_next", number, [pointer]),
            ("message_iter_get_basic", None, [pointer, pointer]),
            ("message_iter_append_basic", number, [pointer, number, pointer]),
            ("message_iter_open_container", number, [pointer, number, text, pointer]),
            ("message_iter_close_container", number, [pointer, pointer])]:
        function = getattr(bus, "dbus_" + name)
        function.restype, function.argtypes = result, arguments
    return bus


class Peer:
    """A program on the bus: a portal, or a stranger."""

    def __init__(self, address, name=None):
        self.bus = library()
        self.connection = self.bus.dbus_connection_open_private(address.encode(), None)
        if not self.connection or not self.bus.dbus_bus_register(self.connection, None):
            raise RuntimeError("the bus refuses every connection")
        self.bus.dbus_connection_set_exit_on_disconnect(self.connection, 0)
        if name:
            self.bus.dbus_bus_request_name(self.connection, name.encode(), 4, None)

    def calls(self, seconds):
        """Calls of methods that come within the time: member and message, to be released."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.bus.dbus_connection_read_write(self.connection, 20)
            while message := self.bus.dbus_connection_pop_message(self.connection):
                if self.bus.dbus_message_get_type(message) == 1:
                    yield (self.bus.dbus_message_get_member(message) or b"").decode(), message

    def die(self):
        self.bus.dbus_connection_close(self.connection)

    def send(self, message, values):
        """Sends a message with values: (signature, value)."""
        iterator = ctypes.create_string_buffer(256)
        self.bus.dbus_message_iter_init_append(message, iterator)
        for signature, value in values:
            self.append(iterator, signature, value)
        self.bus.dbus_connection_send(self.connection, message, None)
        self.bus.dbus_connection_flush(self.connection)
        self.bus.dbus_message_unref(message)

    def append(self, iterator, signature, value):
        kind = signature[0]
        types = {"u": ctypes.c_uint32, "i": ctypes.c_int32, "b": ctypes.c_uint32, "d": ctypes.c_double}
        if kind in types:
            self.bus.dbus_message_iter_append_basic(iterator, ord(kind), ctypes.byref(types[kind](value)))
        elif kind in "so":
            self.bus.dbus_message_iter_append_basic(iterator, ord(kind), ctypes.byref(ctypes.c_char_p(value.encode())))
        elif kind == "v":
            self.within(iterator, "v", value[0], [value])
        elif signature.startswith("a{"):
            with self.container(iterator, "a", signature[1:]) as entries:
                for key, content in value.items():
                    with self.container(entries, "e", None) as entry:
                        self.append(entry, "s", key)
                        self.append(entry, "v", content)
        elif kind == "a":
            self.within(iterator, "a", signature[1:], [(signature[1:], each) for each in value])
        elif kind == "(":
            self.within(iterator, "r", None, [(each, part) for each, part in zip(signature[1:-1], value)])

    def within(self, iterator, kind, contents, values):
        with self.container(iterator, kind, contents) as child:
            for signature, value in values:
                self.append(child, signature, value)

    @contextlib.contextmanager
    def container(self, iterator, kind, contents):
        child = ctypes.create_string_buffer(256)
        self.bus.dbus_message_iter_open_container(iterator, ord(kind), contents.encode() if contents else None, child)
        yield child
        self.bus.dbus_message_iter_close_container(iterator, child)

    def signal(self, path, interface, member, values, destination=None):
        message = self.bus.dbus_message_new_signal(path.encode(), interface.encode(), member.encode())
        if destination:
            self.bus.dbus_message_set_destination(message, destination)
        self.send(message, values)

    def answer(self, call, values):
        self.send(self.bus.dbus_message_new_method_return(call), values)

    def refuse(self, call):
        self.send(self.bus.dbus_message_new_error(call, b"org.freedesktop.DBus.Error.Failed", b"no"), [])


def lie(random):
    """Values as no portal should send them."""
    deep = ("u", 1)
    for _ in range(random.randint(0, 20)):
        deep = ("v", deep)
    return random.choice([
        [], [("u", 0)], [("s", "0")], [("u", 4_000_000_000), ("a{sv}", {})], [("u", 0), ("a{sv}", {"uris": ("s", "file:///x")})],
        [("u", 0), ("a{sv}", {"uris": ("as", [])})], [("u", 0), ("a{sv}", {"uris": ("as", ["", "::", "file://", "file:///nowhere"])})],
        [("u", 0), ("a{sv}", {"uris": ("as", ["file:///tmp/%00%ff", "file://otherhost/etc/passwd", "http://x/"])})],
        [("u", 0), ("a{sv}", {"uris": ("as", ["file:///dev/zero"] * 3000)})], [("i", -1), ("d", 1.5)], [deep] * 3,
        [("s", "x" * 1_000_000)], [("u", 0), ("u", 0)]])


def settings(random):
    appearance = random.choice(["org.freedesktop.appearance", "org.gnome.desktop.peripherals.mouse", "nowhere"])
    key = random.choice(["color-scheme", "accent-color", "double-click", ""])
    value = random.choice([
        ("u", 1), ("u", 7), ("s", "dark"), ("(ddd)", (0.1, 0.5, 0.9)), ("(ddd)", (float("nan"), 9e99, -1)), ("i", -5), ("i", 400),
        ("as", ["x"]), ("v", ("v", ("u", 1)))])
    return [("s", appearance), ("s", key), ("v", value)]


class Dialogs(threading.Thread):
    """A portal at work: answers what it is asked, until it is told to stop."""

    def __init__(self, address, random):
        super().__init__(daemon=True)
        self.peer, self.random = Peer(address, PORTAL), random
        self.opened, self.stopped = threading.Event(), threading.Event()
        self.asked = None

    def run(self):
        while not self.stopped.is_set():
            for member, call in self.peer.calls(0.05):
                if member == "Read":
                    self.read(call)
                elif member == "OpenFile":
                    self.asked = self.peer.bus.dbus_message_get_sender(call)
                    self.peer.answer(call, [("o", f"{PATH}/request/1/anole")])
                    self.opened.set()
        self.peer.die()

    def read(self, call):
        if self.random.random() < 0.3:
            self.peer.refuse(call)
        else:
            self.peer.answer(call, [("v", ("v", self.random.choice([("u", 2), ("u", 0), ("s", "x"), ("i", 400)])))])

    def stop(self):
        self.stopped.set()
        self.join()


def portals(demo, random):
    """Portals die while their dialog is open, lie, and are impersonated: Ctrl+O goes on to work, and strangers are not heard."""
    if not shutil.which("dbus-daemon"):
        return
    with in_window(demo) as scene, session_bus(scene.scratch) as address:
        portal = Dialogs(address, random)
        portal.start()
        stranger = Peer(address)
        run, client = scene.start(["--size", "900x600"], {"DBUS_SESSION_BUS_ADDRESS": address})
        for last in [False] * random.randint(1, 4) + [True]:
            client.key("ctrl+o")
            if not portal.opened.wait(12 * patience()):
                raise run.failure("Ctrl+O asks for no dialog any more")
            portal.opened.clear()
            if last:
                break
            what = random.choice(["die", "die", "lie", "cancel", "impersonate", "flood"])
            request = f"{PATH}/request/1/anole"
            if what == "impersonate":
                # What a stranger says ends no dialog, and changes no colours; the right answer comes behind it.
                # What the portal itself said at the start is shown by then.
                before = at_rest(client, run)
                notes = [[("u", 0), ("a{sv}", {"uris": ("as", [f"file://{scene.scratch.path}"])})]]
                stranger.signal(request, REQUEST, "Response", notes[0], portal.asked)
                for style in (1, 2, 1):
                    stranger.signal(PATH, SETTINGS, "SettingChanged", [
                        ("s", "org.freedesktop.appearance"), ("s", "color-scheme"), ("v", ("u", style))])
                time.sleep(0.3)
                if client.picture() != before:
                    client.picture().write(scene.scratch.file("after.png"))
                    raise run.failure("a stranger on the bus was believed to be the portal")
                what = "cancel"
            if what == "die":
                time.sleep(0.1 * random.random())
                portal.stop()
                portal = Dialogs(address, random)
                portal.start()
                # For the news that the old one has gone.
                time.sleep(0.3)
            elif what == "cancel":
                portal.peer.signal(request, REQUEST, "Response", [("u", 1), ("a{sv}", {})], portal.asked)
                time.sleep(0.2)
            else:
                for _ in range(random.choice([1, 3]) if what == "lie" else 500):
                    portal.peer.signal(PATH, SETTINGS, "SettingChanged", settings(random))
                portal.peer.signal(request, REQUEST, "Response", lie(random), portal.asked)
                time.sleep(0.2)
            if not is_answering(client, run, 4):
                raise run.failure(f"the window stands still ({what})")
        scene.finish()
        portal.stop()


# A bus that stops half way

class HalfBus(threading.Thread):
    """Speaks the bus's greeting up to a line, and from there on says nothing, or nonsense."""

    def __init__(self, random):
        super().__init__(daemon=True)
        self.folder = tempfile.mkdtemp(prefix="attack-bus-")
        self.server = socket.socket(socket.AF_UNIX)
        self.server.bind(f"{self.folder}/bus")
        self.server.listen(random.choice([1, 50]))
        self.address = f"unix:path={self.folder}/bus"
        self.stage = random.choice(["nothing", "auth", "descriptors", "hello", "silent", "garbage", "close"])
        self.kept = []

    def run(self):
        while True:
            try:
                connection, _ = self.server.accept()
            except OSError:
                return
            self.kept.append(connection)
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        try:
            while data := connection.recv(4096):
                if self.stage == "close":
                    return connection.close()
                if self.stage == "garbage":
                    connection.sendall(os.urandom(200) + b"\r\n")
                elif b"AUTH EXTERNAL" in data and self.stage != "nothing":
                    connection.sendall(b"OK 1234deadbeef1234deadbeef12345678\r\n")
                elif b"NEGOTIATE_UNIX_FD" in data and self.stage in ("hello", "silent"):
                    connection.sendall(b"AGREE_UNIX_FD\r\n")
                elif b"Hello" in data and self.stage == "silent":
                    # As a bus greets, and the last word it says.
                    connection.sendall(
                        b"l\2\1\1\x0a\0\0\0\1\0\0\0\x3d\0\0\0\5\1u\0\1\0\0\0\6\1s\0\5\0\0\0:1.10\0\0\0\x08\1g\0\1s\0\0"
                        b"\7\1s\0\x14\0\0\0org.freedesktop.DBus\0\0\0\0\5\0\0\0:1.10\0")
                elif b"NEGOTIATE_UNIX_FD" not in data and b"Hello" in data and self.stage == "descriptors":
                    # Only who does not ask for descriptors gets an answer: the program's own greeting.
                    connection.sendall(
                        b"l\2\1\1\x0b\0\0\0\1\0\0\0\x1f\0\0\0\5\1u\0\1\0\0\0\6\1s\0\4\0\0\0:1.1\0\0\0\0\x08\1g\0\1s\0\0"
                        b"\6\0\0\0:1.100\0")
        except OSError:
            pass

    def stop(self):
        self.server.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def buses(demo, random):
    """A session bus that stops in the midst of its greeting holds the window up for no more than moments."""
    bus = HalfBus(random)
    bus.start()
    try:
        with in_window(demo) as scene:
            begun = time.monotonic()
            run, client = scene.start(["--size", "900x600"], {"DBUS_SESSION_BUS_ADDRESS": bus.address})
            if (taken := time.monotonic() - begun) > 4 * patience():
                raise run.failure(f"the window came after {taken:.1f} s with a bus that stops at: {bus.stage}")
            client.key("ctrl+o")
            if not is_answering(client, run, 4):
                raise run.failure(f"the window stands still with a bus that stops at: {bus.stage}")
            scene.finish()
    finally:
        bus.stop()


# Drops

def drops(demo, random):
    """Thousands of files are dropped at once, missing ones among them, on a program of few descriptors."""
    with in_window(demo) as scene:
        folder = scene.scratch.file("drop")
        os.mkdir(folder)
        count = random.choice([1, 30, 300, 3000])
        paths = []
        for number in range(count):
            path = f"{folder}/{number}{random.choice(['.txt', '.csv', '.txt', ''])}"
            kind = random.choice(["text"] * 12 + ["missing", "folder", "fifo", "unreadable", "double"])
            if kind == "double" and paths:
                path = random.choice(paths)
            elif kind == "folder":
                os.mkdir(path)
            elif kind == "fifo":
                os.mkfifo(path)
            elif kind != "missing":
                with open(path, "w") as file:
                    file.write(f"line of {number}\n" * random.choice([0, 1, 3]))
            paths.append(path)
        names = [f"file://{path}" for path in paths]
        for _ in range(random.randint(0, 5)):
            names.insert(random.randrange(len(names) + 1), random.choice(
                ["file://", "", "http://example.org/x", "file:///%ff%00", "file://otherhost/etc/passwd", "x" * 5000, "file:///dev/zero"]))
        run, client = scene.start(
            ["--size", "900x600"], limits=[(resource.RLIMIT_NOFILE, random.choice([256, 1024]))])
        for _ in range(random.choice([1, 2])):
            client.drop("\r\n".join(names).encode() + b"\r\n", seconds=20 * patience())
            if random.random() < 0.5:
                client.key(random.choice(["ctrl+Tab", "ctrl+Next", "End", "ctrl+1"]))
        if not is_answering(client, run, 8):
            raise run.failure(f"the window stands still after a drop of {count} files")
        if random.random() < 0.5:
            client.key("ctrl+Tab")
            client.key("ctrl+shift+Tab")
        scene.finish()


ATTACKS = [portals, buses, drops]
