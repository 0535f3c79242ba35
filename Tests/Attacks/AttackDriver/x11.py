"""A client of the X server: hands for a window, and eyes. Xlib and XTest by ctypes, so that no package is needed.

xdotool would do, and starts a process for each word; an attack presses a hundred keys.
"""

import ctypes
import ctypes.util
import struct
import time
import zlib

CURRENT_TIME = 0
IS_VIEWABLE = 2
Z_PIXMAP = 2
ALL_PLANES = 0xFFFFFFFF
ANY_TYPE = 0
REPLACE = 0
CLIENT_MESSAGE = 33
SUBSTRUCTURE_NOTIFY_MASK = 1 << 19
SUBSTRUCTURE_REDIRECT_MASK = 1 << 20
# Bytes of a selection that are read at once, and no more: a longer one comes in parts.
MOST_OF_SELECTION = 200_000
SELECTION_REQUEST = 30
SELECTION_NOTIFY = 31

# What is typed by names, beside letters and digits.
NAMES = {"+": "equal", "-": "minus", "=": "equal", "?": "question", "/": "slash", " ": "space", ".": "period"}
SHIFTED = {"question", "plus"}
MODIFIERS = {"ctrl": "Control_L", "alt": "Alt_L", "shift": "Shift_L"}


# Seconds after the release of a key in which it is not pressed again. SDL takes a release and a press of one key within 2 ms
# for the keyboard's repeat, whatever came between: of Control it then has no release, and letters behind are commands.
KEY_PAUSE = 0.004

# Levels of a channel by which stems differ that stand a quarter of a pixel elsewhere: anywhere, and where the value lies
# between those of the neighbours.
SHADE, SHADE_BETWEEN = 36, 80


class Attributes(ctypes.Structure):
    """XWindowAttributes."""
    _fields_ = [
        ("x", ctypes.c_int), ("y", ctypes.c_int), ("width", ctypes.c_int), ("height", ctypes.c_int),
        ("border_width", ctypes.c_int), ("depth", ctypes.c_int), ("visual", ctypes.c_void_p), ("root", ctypes.c_ulong),
        ("kind", ctypes.c_int), ("bit_gravity", ctypes.c_int), ("win_gravity", ctypes.c_int),
        ("backing_store", ctypes.c_int), ("backing_planes", ctypes.c_ulong), ("backing_pixel", ctypes.c_ulong),
        ("save_under", ctypes.c_int), ("colormap", ctypes.c_ulong), ("map_installed", ctypes.c_int),
        ("map_state", ctypes.c_int), ("all_event_masks", ctypes.c_long), ("your_event_mask", ctypes.c_long),
        ("do_not_propagate_mask", ctypes.c_long), ("override_redirect", ctypes.c_int), ("screen", ctypes.c_void_p)]


class Image(ctypes.Structure):
    """The beginning of XImage."""
    _fields_ = [
        ("width", ctypes.c_int), ("height", ctypes.c_int), ("xoffset", ctypes.c_int), ("format", ctypes.c_int),
        ("data", ctypes.c_void_p), ("byte_order", ctypes.c_int), ("bitmap_unit", ctypes.c_int),
        ("bitmap_bit_order", ctypes.c_int), ("bitmap_pad", ctypes.c_int), ("depth", ctypes.c_int),
        ("bytes_per_line", ctypes.c_int), ("bits_per_pixel", ctypes.c_int)]


class Message(ctypes.Structure):
    """XClientMessageEvent."""
    _fields_ = [
        ("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int), ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong), ("message_type", ctypes.c_ulong), ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5)]


class SelectionRequest(ctypes.Structure):
    """XSelectionRequestEvent."""
    _fields_ = [
        ("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int), ("display", ctypes.c_void_p),
        ("owner", ctypes.c_ulong), ("requestor", ctypes.c_ulong), ("selection", ctypes.c_ulong),
        ("target", ctypes.c_ulong), ("property", ctypes.c_ulong), ("time", ctypes.c_ulong)]


class SelectionNotify(ctypes.Structure):
    """XSelectionEvent."""
    _fields_ = [
        ("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int), ("display", ctypes.c_void_p),
        ("requestor", ctypes.c_ulong), ("selection", ctypes.c_ulong), ("target", ctypes.c_ulong),
        ("property", ctypes.c_ulong), ("time", ctypes.c_ulong)]


class Event(ctypes.Union):
    """XEvent."""
    _fields_ = [
        ("type", ctypes.c_int), ("message", Message), ("request", SelectionRequest), ("notify", SelectionNotify),
        ("pad", ctypes.c_long * 24)]


class Error(Exception):
    """The server, or a window, is not there."""


def load():
    """Xlib and XTest with the types of what is called."""
    x, test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
    number, window, pointer = ctypes.c_int, ctypes.c_ulong, ctypes.c_void_p
    x.XOpenDisplay.restype, x.XOpenDisplay.argtypes = pointer, [ctypes.c_char_p]
    for name in ("XCloseDisplay", "XFlush", "XPending", "XDefaultScreen"):
        getattr(x, name).argtypes = [pointer]
    x.XSync.argtypes = [pointer, number]
    x.XDefaultRootWindow.restype, x.XDefaultRootWindow.argtypes = window, [pointer]
    x.XStringToKeysym.restype, x.XStringToKeysym.argtypes = window, [ctypes.c_char_p]
    x.XKeysymToKeycode.restype, x.XKeysymToKeycode.argtypes = ctypes.c_ubyte, [pointer, window]
    x.XInternAtom.restype, x.XInternAtom.argtypes = window, [pointer, ctypes.c_char_p, number]
    x.XQueryTree.argtypes = [pointer, window, pointer, pointer, pointer, pointer]
    x.XFree.argtypes = [pointer]
    x.XGetWindowAttributes.argtypes = [pointer, window, pointer]
    x.XGetWindowProperty.argtypes = [
        pointer, window, window, ctypes.c_long, ctypes.c_long, number, window] + [pointer] * 5
    x.XGetImage.restype = ctypes.POINTER(Image)
    x.XGetImage.argtypes = [
        pointer, window, number, number, ctypes.c_uint, ctypes.c_uint, window, number]
    x.XDestroyImage.argtypes = [pointer]
    x.XSetInputFocus.argtypes = [pointer, window, number, window]
    x.XMoveWindow.argtypes = [pointer, window, number, number]
    x.XResizeWindow.argtypes = [pointer, window, ctypes.c_uint, ctypes.c_uint]
    x.XMapWindow.argtypes = x.XUnmapWindow.argtypes = x.XDestroyWindow.argtypes = [pointer, window]
    x.XCreateSimpleWindow.restype = window
    x.XCreateSimpleWindow.argtypes = [
        pointer, window, number, number, ctypes.c_uint, ctypes.c_uint, ctypes.c_uint, window, window]
    x.XSetSelectionOwner.argtypes = [pointer, window, window, window]
    x.XChangeProperty.argtypes = [pointer, window, window, window, number, number, ctypes.c_char_p, number]
    x.XSendEvent.argtypes = [pointer, window, number, ctypes.c_long, pointer]
    x.XNextEvent.argtypes = [pointer, pointer]
    x.XCheckTypedEvent.argtypes = [pointer, number, pointer]
    x.XSelectInput.argtypes = [pointer, window, ctypes.c_long]
    x.XConvertSelection.argtypes = [pointer, window, window, window, window, window]
    test.XTestFakeKeyEvent.argtypes = [pointer, ctypes.c_uint, number, window]
    test.XTestFakeButtonEvent.argtypes = [pointer, ctypes.c_uint, number, window]
    test.XTestFakeMotionEvent.argtypes = [pointer, number, number, number, window]
    return x, test


X, XTEST = None, None
# A window may go while it is asked for something: the answer is then an error, and no reason to end.
HANDLER = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda display, error: 0)


class Picture:
    """What a window shows, as bytes of red, green and blue."""

    def __init__(self, width, height, rgb):
        self.width, self.height, self.rgb = width, height, rgb

    def __eq__(self, other):
        return (self.width, self.height, self.rgb) == (other.width, other.height, other.rgb)

    def is_like(self, other):
        """Whether two are equal, but for letters that stand up to a quarter of a pixel elsewhere.

        FreeType places the letters of a word by what it drew before of the same font, so a word's picture has a past. Its
        stems are a little darker or lighter then, within the colours beside them; whatever moved by a pixel differs more.
        """
        if self == other:
            return True
        if (self.width, self.height) != (other.width, other.height):
            return False
        line = self.width * 3
        for start in range(0, len(self.rgb), line):
            mine, its = self.rgb[start:start + line], other.rgb[start:start + line]
            if mine == its:
                continue
            for place in range(line):
                value, wanted = mine[place], its[place]
                if value == wanted:
                    continue
                distance = abs(value - wanted)
                beside = its[place - 3 if place >= 3 else place:place + 4:3]
                if distance > SHADE and (distance > SHADE_BETWEEN or not min(beside) <= value <= max(beside)):
                    return False
        return True

    @property
    def is_blank(self):
        return self.rgb == self.rgb[:3] * (self.width * self.height)

    def write(self, path):
        """Writes a PNG."""
        rows = b"".join(
            b"\0" + self.rgb[row * self.width * 3:(row + 1) * self.width * 3] for row in range(self.height))

        def chunk(kind, data):
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

        with open(path, "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0))
                       + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""))

    def difference(self, other):
        """A picture of where two differ, red on grey, and the frame around it as x, y, width, height; None for equal ones."""
        width, height = min(self.width, other.width), min(self.height, other.height)
        result = bytearray(b"\xc0" * (width * height * 3))
        left, right, rows = width, -1, []
        for y in range(height):
            mine = self.rgb[y * self.width * 3:(y * self.width + width) * 3]
            its = other.rgb[y * other.width * 3:(y * other.width + width) * 3]
            if mine == its:
                continue
            rows.append(y)
            for x in range(width):
                if mine[x * 3:x * 3 + 3] != its[x * 3:x * 3 + 3]:
                    result[(y * width + x) * 3:(y * width + x) * 3 + 3] = b"\xff\0\0"
                    left, right = min(left, x), max(right, x)
        if not rows:
            return Picture(width, height, bytes(result)), None
        return Picture(width, height, bytes(result)), (left, rows[0], right - left + 1, rows[-1] - rows[0] + 1)


class Client:
    """A connection of its own."""

    def __init__(self, display):
        global X, XTEST
        if X is None:
            X, XTEST = load()
            X.XSetErrorHandler(HANDLER)
        self.display = X.XOpenDisplay(display.encode())
        if not self.display:
            raise Error(f"no X server at {display}")
        self.root = X.XDefaultRootWindow(self.display)
        self.window = None
        # When keys were released last, by their codes.
        self.released = {}

    def close(self):
        X.XCloseDisplay(self.display)

    def atom(self, name):
        return X.XInternAtom(self.display, name.encode(), 0)

    def sync(self):
        X.XSync(self.display, 0)

    # Windows

    def attributes(self, window):
        found = Attributes()
        return found if X.XGetWindowAttributes(self.display, window, ctypes.byref(found)) else None

    def windows(self):
        """The children of the root that can be seen."""
        root, parent, children, count = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.POINTER(ctypes.c_ulong)(), ctypes.c_uint()
        if not X.XQueryTree(
                self.display, self.root, ctypes.byref(root), ctypes.byref(parent), ctypes.byref(children),
                ctypes.byref(count)):
            return []
        found = [children[index] for index in range(count.value)]
        if found:
            X.XFree(children)
        seen = [(window, self.attributes(window)) for window in found]
        return [window for window, state in seen if state and state.map_state == IS_VIEWABLE]

    def find_window(self, is_running, seconds=20):
        """Waits for a window that shows something, and makes it the one that keys go to."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if not is_running():
                raise Error("the program ended before it had a window")
            for window in self.windows():
                self.window = window
                picture = self.picture()
                if picture and picture.width > 50 and not picture.is_blank:
                    X.XMoveWindow(self.display, window, 0, 0)
                    self.focus()
                    return window
            time.sleep(0.02)
        raise Error("the program shows no window")

    def focus(self):
        X.XSetInputFocus(self.display, self.window, 2, CURRENT_TIME)
        self.sync()

    def resize(self, width, height):
        X.XResizeWindow(self.display, self.window, width, height)
        self.sync()

    def hide(self):
        X.XUnmapWindow(self.display, self.window)
        self.sync()

    def show(self):
        """Shows a hidden window again, and gives it the keys."""
        X.XMapWindow(self.display, self.window)
        self.sync()
        for _ in range(100):
            state = self.attributes(self.window)
            if state and state.map_state == IS_VIEWABLE:
                break
            time.sleep(0.01)
        self.focus()

    def picture(self):
        """What the window shows; None while it is not there."""
        state = self.attributes(self.window)
        if not state or state.map_state != IS_VIEWABLE:
            return None
        image = X.XGetImage(self.display, self.window, 0, 0, state.width, state.height, ALL_PLANES, Z_PIXMAP)
        if not image:
            return None
        head = image.contents
        width, height, line = head.width, head.height, head.bytes_per_line
        data = ctypes.string_at(head.data, line * height)
        X.XDestroyImage(image)
        rgb = bytearray(width * height * 3)
        # Red, green, blue of words of four bytes, the lowest first.
        for channel in range(3):
            rgb[channel::3] = data[2 - channel::4]
        return Picture(width, height, bytes(rgb))

    # Hands

    def key(self, chord):
        """Presses keys by their X names, as in ctrl+shift+Tab."""
        words = chord.split("+") if len(chord) > 1 and chord != "+" else [chord]
        name = NAMES.get(words[-1] or "+", words[-1])
        held = [MODIFIERS[word] for word in words[:-1] if word in MODIFIERS]
        if name in SHIFTED:
            held.append("Shift_L")
        codes = [self.code(name) for name in held + [name]]
        rest = max(self.released.get(code, 0) for code in codes) + KEY_PAUSE - time.monotonic()
        if rest > 0:
            time.sleep(rest)
        for code in codes:
            XTEST.XTestFakeKeyEvent(self.display, code, 1, 0)
        for code in reversed(codes):
            XTEST.XTestFakeKeyEvent(self.display, code, 0, 0)
        self.sync()
        now = time.monotonic()
        self.released.update((code, now) for code in codes)

    def code(self, name):
        code = X.XKeysymToKeycode(self.display, X.XStringToKeysym(name.encode()))
        if not code:
            raise Error(f"the keyboard has no {name}")
        return code

    def type(self, text):
        for letter in text:
            self.key(letter)

    def move(self, x, y):
        XTEST.XTestFakeMotionEvent(self.display, -1, int(x), int(y), 0)
        self.sync()

    def button(self, number, is_down):
        XTEST.XTestFakeButtonEvent(self.display, number, 1 if is_down else 0, 0)
        self.sync()

    def click(self, number=1, times=1):
        for _ in range(times):
            XTEST.XTestFakeButtonEvent(self.display, number, 1, 0)
            XTEST.XTestFakeButtonEvent(self.display, number, 0, 0)
        self.sync()

    # Whether it is at work

    def ping(self, seconds):
        """How long the window takes to say that it is there, as window managers ask; None where that is longer."""
        X.XSelectInput(self.display, self.root, SUBSTRUCTURE_NOTIFY_MASK)
        event = Event()
        while X.XCheckTypedEvent(self.display, CLIENT_MESSAGE, ctypes.byref(event)):
            pass
        begun = time.monotonic()
        number = int(begun * 1000) & 0xFFFFFFF
        self.send(self.window, "WM_PROTOCOLS", [self.atom("_NET_WM_PING"), number, self.window, 0, 0])
        while (taken := time.monotonic() - begun) < seconds:
            if X.XCheckTypedEvent(self.display, CLIENT_MESSAGE, ctypes.byref(event)):
                if event.message.data[1] == number:
                    return taken
            else:
                time.sleep(0.002)
        return None

    def longest_stillness(self, is_running, watch, limit):
        """The longest time that the window gave no answer in, of some seconds that it is watched; at most a limit."""
        longest, end = 0, time.monotonic() + watch
        while time.monotonic() < end and is_running():
            taken = self.ping(limit)
            longest = max(longest, limit if taken is None else taken)
            if taken is None:
                break
            time.sleep(0.02)
        return longest

    # The clipboard

    def clipboard(self, seconds=2):
        """The text that a program has copied; None without any."""
        target, place = self.atom("UTF8_STRING"), self.atom("ATTACK")
        window = X.XCreateSimpleWindow(self.display, self.root, 1300, 900, 10, 10, 0, 0, 0)
        try:
            X.XConvertSelection(self.display, self.atom("CLIPBOARD"), target, place, window, CURRENT_TIME)
            self.sync()
            event = Event()
            end = time.monotonic() + seconds
            while not X.XCheckTypedEvent(self.display, SELECTION_NOTIFY, ctypes.byref(event)):
                if time.monotonic() > end:
                    return None
                time.sleep(0.005)
            if not event.notify.property:
                return None
            kind, count, rest = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_ulong()
            width, data = ctypes.c_int(), ctypes.POINTER(ctypes.c_ubyte)()
            X.XGetWindowProperty(
                self.display, window, place, 0, MOST_OF_SELECTION, 0, ANY_TYPE, ctypes.byref(kind), ctypes.byref(width),
                ctypes.byref(count), ctypes.byref(rest), ctypes.byref(data))
            if kind.value != target or not data:
                return None
            text = ctypes.string_at(data, count.value).decode("utf-8", "replace")
            X.XFree(data)
            return text
        finally:
            X.XDestroyWindow(self.display, window)
            self.sync()

    # Drops

    def send(self, window, kind, data):
        event = Event()
        event.message.type, event.message.window = CLIENT_MESSAGE, window
        event.message.message_type, event.message.format = self.atom(kind), 32
        for index, value in enumerate(data):
            event.message.data[index] = value
        X.XSendEvent(self.display, window, 0, 0, ctypes.byref(event))
        X.XFlush(self.display)

    def drop(self, payload, target="text/uri-list", seconds=10, point=(200, 200)):
        """Drops bytes on the window, as a file manager drops files (XDND).

        Returns whether the window fetched them and said so within the time.
        """
        source = X.XCreateSimpleWindow(self.display, self.root, 1300, 900, 10, 10, 0, 0, 0)
        try:
            selection, kind = self.atom("XdndSelection"), self.atom(target)
            X.XSetSelectionOwner(self.display, selection, source, CURRENT_TIME)
            self.send(self.window, "XdndEnter", [source, 5 << 24, kind, 0, 0])
            self.send(self.window, "XdndPosition", [
                source, 0, point[0] << 16 | point[1], CURRENT_TIME, self.atom("XdndActionCopy")])
            self.send(self.window, "XdndDrop", [source, 0, CURRENT_TIME, 0, 0])
            end = time.monotonic() + seconds
            event = Event()
            while time.monotonic() < end:
                if not X.XPending(self.display):
                    time.sleep(0.005)
                    continue
                X.XNextEvent(self.display, ctypes.byref(event))
                if event.type == SELECTION_REQUEST:
                    self.answer(event.request, payload)
                elif event.type == CLIENT_MESSAGE and event.message.message_type == self.atom("XdndFinished"):
                    return True
            return False
        finally:
            X.XDestroyWindow(self.display, source)
            self.sync()

    def answer(self, request, payload):
        X.XChangeProperty(
            self.display, request.requestor, request.property, request.target, 8, REPLACE, payload, len(payload))
        event = Event()
        event.notify.type, event.notify.requestor = SELECTION_NOTIFY, request.requestor
        event.notify.selection, event.notify.target = request.selection, request.target
        event.notify.property, event.notify.time = request.property, request.time
        X.XSendEvent(self.display, request.requestor, 0, 0, ctypes.byref(event))
        X.XFlush(self.display)
