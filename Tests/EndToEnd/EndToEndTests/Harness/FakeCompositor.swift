import Foundation

/// A Wayland compositor that shows nothing, misbehaves as it is told, and writes down what a program asks of it.
///
/// It has one output and one pointer. Each line of its output is a word and numbers:
/// `frame WIDTH HEIGHT CHANGED` (a commit of the surface that shows frames, with the pixels told as changed), `window WIDTH
/// HEIGHT` (a buffer of the window's surface), `destination WIDTH HEIGHT` (of frames, in units), `question ID` (when a frame
/// is on the screen), `misuse TEXT` (against the protocol), and with a touchpad or a fine wheel `picture NUMBER` (a digest of
/// the frame's colours).
final class FakeCompositor {
  static let isAvailable = Tools.path(of: "python3") != nil

  /// What it does otherwise than others.
  enum Fault: String {
    /// Keeps every buffer.
    case keepsBuffers = "keep"
    /// Gives each buffer back at once, as compositors do that copy it.
    case copiesBuffers = "copy"
    /// Never says when a frame is due.
    case isSilent = "silent"
    /// Gives windows 100,000 x 100,000 units.
    case isHuge = "huge"
    /// Says that a unit has a dozen pixels. (With a thousand, libwayland-cursor makes SDL crash for want of memory.)
    case isMagnified = "magnified"
    /// Offers the first version of everything but outputs, without which SDL finds none.
    case isOld = "old"
    /// Has one and a half pixels to a unit, and says so to those who ask.
    case isFractional = "fractional"
    /// Tells when frames are on the screen, 20 ms after their commit; of every fourth that it never was.
    case tellsTimes = "times"
    /// Offers to tell, and never does.
    case keepsTimes = "untold"
    /// Tells times of a clock that there is not.
    case hasStrangeClock = "clock"
    /// Tells times that lie before the commit or after the end of the world.
    case tellsAbsurdTimes = "absurd"
    /// Offers no surfaces on others.
    case lacksSubsurfaces = "flat"
    /// Its pointer is a touchpad, of the latest version: `turnWheel()` moves a finger by 10 units, in sixteenths, and lifts it.
    case hasTouchpad = "touchpad"
    /// Its pointer is a wheel that tells 120ths of a notch, of the latest version.
    case hasFineWheel = "notches"
  }

  let process: ChildProcess
  private let folder: ScratchDirectory

  init(_ faults: Fault...) async throws {
    guard let python = Tools.path(of: "python3") else { throw HarnessError("python3 is not installed") }
    let folder = try ScratchDirectory()
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path("."))
    let process = try ChildProcess(
      python, ["-c", Self.program] + faults.map(\.rawValue), environment: ["XDG_RUNTIME_DIR": folder.path(".")])
    self.folder = folder
    self.process = process
    try await waiting(for: "the compositor") {
      guard process.isRunning else { throw HarnessError("the compositor ended: \(process.errors)") }
      return process.output.hasPrefix("ready\n") ? () : nil
    }
  }

  /// Leads a program to it and to no other display.
  var environment: [String: String?] {
    [
      "XDG_RUNTIME_DIR": folder.path("."), "WAYLAND_DISPLAY": "fake-0", "DISPLAY": nil, "SDL_VIDEODRIVER": "wayland",
      "DBUS_SESSION_BUS_ADDRESS": "none:", "SDL_VIDEO_WAYLAND_ALLOW_LIBDECOR": "0",
      "XDG_STATE_HOME": folder.path("state"),
    ]
  }

  /// Turns the wheel of its pointer, over the window.
  func turnWheel() { process.send(SIGUSR1) }

  /// Covers the window, so that no frame of it is asked for, or uncovers it again. With `Fault.isFractional` the window
  /// comes to an output of another scale instead: of 2, then of 1, then of 1.5 again.
  func moveWindow() { process.send(SIGUSR2) }

  /// The lines that begin with a word, as the rest of them.
  func lines(_ word: String) -> [String] {
    process.output.split(separator: "\n").filter { $0.hasPrefix(word + " ") }.map {
      String($0.dropFirst(word.count + 1))
    }
  }

  /// The last picture, once no other has come for longer than scroll bars stay.
  /// - Parameters:
  ///   - program: the program that shows it, which may be about to start.
  ///   - count: how many pictures there were before something happened that the program shows.
  func settledPicture(of program: ChildProcess, after count: Int = 0) async throws -> String? {
    func check() throws {
      guard process.isRunning else { throw HarnessError("the compositor ended: \(process.errors)") }
      guard program.isRunning else { throw HarnessError("the program ended: \(program.errors)") }
    }
    // A start beside others, with libraries that no program has read yet, takes long.
    try await waiting(for: "a frame", seconds: 60) {
      try check()
      return lines("picture").count > count ? () : nil
    }
    var count = -1
    return try await waiting(for: "frames to end") {
      try check()
      let pictures = lines("picture")
      defer { count = pictures.count }
      if pictures.count == count { return pictures.last }
      try await Task.sleep(for: .milliseconds(1200))
      return nil
    }
  }

  /// Width, height and changed pixels of the frames so far.
  var frames: [[Int]] { lines("frame").map { $0.split(separator: " ").compactMap { Int($0) } } }

  private static let program = #"""
    import array, os, select, signal, socket, struct, sys, time, zlib
    faults = set(sys.argv[1:])
    path = os.path.join(os.environ["XDG_RUNTIME_DIR"], "fake-0")
    server = socket.socket(socket.AF_UNIX)
    server.bind(path)
    server.listen()
    # An alarm that a signal sets off, heard by select.
    hear, tell = socket.socketpair()
    tell.setblocking(False)
    signal.set_wakeup_fd(tell.fileno())
    for number in (signal.SIGUSR1, signal.SIGUSR2): signal.signal(number, lambda *_: None)
    # The parent may have blocked them.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGUSR1, signal.SIGUSR2])
    covered, scales = False, [180, 240, 120]
    print("ready", flush=True)
    offers = [("wl_compositor", 4), ("wl_subcompositor", 1), ("wl_shm", 1), ("wl_seat", 1), ("wl_output", 3), ("xdg_wm_base", 2)]
    tells_pictures = bool(faults & {"touchpad", "notches"})
    if tells_pictures: offers = [(name, 8 if name == "wl_seat" else version) for name, version in offers]
    if "flat" in faults: offers = [o for o in offers if o[0] != "wl_subcompositor"]
    if "fractional" in faults: offers += [("wp_viewporter", 1), ("wp_fractional_scale_manager_v1", 1)]
    tells = bool(faults & {"times", "untold", "clock", "absurd"})
    # Its later versions are asked for as the first.
    if tells: offers += [("wp_presentation", 2)]
    class Client:
        def __init__(self, wire):
            self.wire, self.data, self.fds = wire, b"", []
            self.kind, self.about = {1: "display"}, {}
            self.due, self.serial, self.window, self.pointers, self.fractions = [], 0, None, [], []
            self.told, self.versions = [], {}
        def send(self, thing, event, *arguments, fd=None):
            body = b"".join(a if isinstance(a, bytes) else struct.pack("i", a) for a in arguments)
            try: self.wire.sendall(struct.pack("II", thing, len(body) + 8 << 16 | event) + body)
            except OSError: pass
        def text(self, value): return struct.pack("I", len(value) + 1) + value.encode().ljust((len(value) + 4) // 4 * 4, b"\0")
        def done(self, callback, value=0):
            self.send(callback, 0, value)
            self.send(1, 1, callback)
        def read(self):
            data, control, _, _ = self.wire.recvmsg(65536, 4096)
            for _, _, body in control: self.fds += list(array.array("i", body))
            if not data: return False
            self.data += data
            while len(self.data) >= 8:
                thing, header = struct.unpack_from("II", self.data)
                size = header >> 16
                if len(self.data) < size: break
                self.ask(thing, header & 0xFFFF, self.data[8:size])
                self.data = self.data[size:]
            return True
        def misuse(self, text): print("misuse", text, flush=True)
        def ask(self, thing, request, body):
            words = struct.unpack("%di" % (len(body) // 4), body[:len(body) // 4 * 4])
            kind = self.kind.get(thing)
            if kind == "display":
                if request == 0: self.done(words[0])
                if request == 1:
                    self.kind[words[0]] = "registry"
                    for number, (name, version) in enumerate(offers):
                        self.send(words[0], 0, number + 1, self.text(name), 1 if "old" in faults and name != "wl_output" else version)
            elif kind == "registry":
                name, made = offers[words[0] - 1][0], words[-1]
                self.kind[made], self.versions[made] = name, words[-2]
                if name == "wl_shm":
                    for form in (0, 1): self.send(made, 0, form)
                if name == "wl_seat": self.send(made, 0, 1)
                if name == "wp_presentation": self.send(made, 0, 777 if "clock" in faults else 1)
                if name == "wl_output":
                    self.send(made, 0, 0, 0, 300, 200, 0, self.text("fake"), self.text("fake"), 0)
                    self.send(made, 1, 3, 1280, 800, 60000)
                    self.send(made, 3, 12 if "magnified" in faults else 1)
                    self.send(made, 2)
            elif kind == "wl_compositor":
                self.kind[words[0]] = ("surface", "region")[request]
                if request == 0: self.about[words[0]] = {"scale": 1, "frames": [], "damage": 0, "buffer": 0, "new": None, "role": None, "asked": []}
            elif kind == "wl_subcompositor" and request == 1:
                self.about[words[1]]["role"] = "frames"
            elif kind == "wl_shm":
                self.kind[words[0]] = "pool"
                fd = self.fds.pop(0)
                self.about[words[0]] = (words[1], os.fstat(fd).st_size, fd)
                if not tells_pictures: os.close(fd)
                if self.about[words[0]][0] > self.about[words[0]][1]: self.misuse("a pool beyond its memory")
            elif kind == "pool":
                if request == 0:
                    made, offset, width, height, stride, form = words
                    if width < 1 or height < 1 or offset + stride * height > self.about[thing][0] or stride < width * 4:
                        self.misuse("a buffer of %d x %d" % (width, height))
                    place = (self.about[thing][2], stride * height, offset)
                    self.kind[made], self.about[made] = "buffer", {"size": (width, height), "held": False, "place": place}
                if request == 1: self.send(1, 1, thing)
                if request == 2: self.about[thing] = (words[0], *self.about[thing][1:])
            elif kind == "buffer":
                self.kind.pop(thing)
                self.send(1, 1, thing)
            elif kind == "xdg_wm_base" and request == 2:
                self.kind[words[0]], self.about[words[0]] = "xdg_surface", words[1]
            elif kind == "xdg_surface" and request == 1:
                self.kind[words[0]] = "toplevel"
                self.window = (words[0], thing, self.about[thing])
                self.about[self.about[thing]]["role"] = "window"
            elif kind == "wl_seat" and request == 0:
                self.kind[words[0]] = "pointer"
                self.pointers.append((words[0], self.versions[thing]))
            elif kind == "wp_presentation" and request == 1:
                self.kind[words[1]] = "feedback"
                self.about[words[0]]["asked"].append(words[1])
                print("question", words[1], flush=True)
            elif kind == "wp_viewporter" and request == 1:
                self.kind[words[0]], self.about[words[0]] = "viewport", words[1]
            elif kind == "viewport" and request == 2 and self.about[self.about[thing]]["role"] == "frames":
                print("destination", *words, flush=True)
            elif kind == "wp_fractional_scale_manager_v1" and request == 1:
                self.kind[words[0]] = "fraction"
                self.fractions.append(words[0])
                self.send(words[0], 0, scales[0])
            elif kind == "surface": self.draw(thing, request, words)
            elif kind == "region" and request == 0:
                self.kind.pop(thing)
                self.send(1, 1, thing)
        def draw(self, thing, request, words):
            surface = self.about[thing]
            if request == 1:
                surface["new"] = words[0]
                if words[0] and self.kind.get(words[0]) != "buffer": self.misuse("a buffer that is no more")
                elif words[0] and surface["role"] and self.about[words[0]]["held"]: self.misuse("a buffer that was not given back")
            if request in (2, 9): surface["damage"] += words[2] * words[3]
            if request == 3: surface["frames"].append(words[0])
            if request == 8: surface["scale"] = words[0]
            if request != 6: return
            if surface["role"] == "window" and not surface["buffer"] and not surface["new"] and self.window:
                size = 100000 if "huge" in faults else 0
                self.send(self.window[0], 0, size, size, 0)
                self.serial += 1
                self.send(self.window[1], 0, self.serial)
            if surface["new"] is not None:
                old_buffer, surface["buffer"], surface["new"] = surface["buffer"], surface["new"], None
                if old_buffer and old_buffer != surface["buffer"] and self.kind.get(old_buffer) == "buffer" and not faults & {"keep", "copy"}:
                    self.about[old_buffer]["held"] = False
                    self.send(old_buffer, 0)
                if surface["buffer"] and self.kind.get(surface["buffer"]) == "buffer":
                    buffer = self.about[surface["buffer"]]
                    buffer["held"] = "copy" not in faults
                    if not buffer["held"]: self.send(surface["buffer"], 0)
                    width, height = buffer["size"]
                    # The pointer's pictures are SDL's.
                    if surface["role"] and (width % surface["scale"] or height % surface["scale"]): self.misuse("a size that is no multiple of the scale")
                    if surface["role"] == "frames":
                        print("frame", width, height, surface["damage"], flush=True)
                        if tells_pictures:
                            pixels = os.pread(*buffer["place"])
                            print("picture", zlib.crc32(pixels[0::4] + pixels[1::4] + pixels[2::4]), flush=True)
                    if surface["role"] == "window":
                        print("window", width, height, flush=True)
                        for pointer, version in self.pointers:
                            self.send(pointer, 0, 1, thing, 200 << 8, 200 << 8)
                            if version >= 5: self.send(pointer, 5)
            surface["damage"] = 0
            if "untold" not in faults:
                for feedback in surface["asked"]: self.told.append((time.monotonic() + 0.02, feedback))
                surface["asked"] = []
            if "silent" not in faults and not covered and surface["buffer"]:
                self.due += [(time.monotonic() + 0.016, callback) for callback in surface["frames"]]
                surface["frames"] = []
        def wheel(self):
            now = int(time.monotonic() * 1000) & 0x7FFFFFFF
            for pointer, version in self.pointers:
                if version < 5: self.send(pointer, 4, now, 0, 10 << 8)
                elif "touchpad" in faults:
                    # Each time by a finger (1), last its end.
                    for event in [(4, now, 0, 160)] * 16 + [(7, now, 0)]:
                        self.send(pointer, 6, 1)
                        self.send(pointer, *event)
                        self.send(pointer, 5)
                else:
                    self.send(pointer, 6, 0)
                    self.send(pointer, *((9, 0, 120) if version >= 8 else (8, 0, 1)))
                    self.send(pointer, 4, now, 0, 10 << 8)
                    self.send(pointer, 5)
        def uncover(self):
            for surface in self.about.values():
                if not isinstance(surface, dict) or not surface.get("frames"): continue
                self.due += [(time.monotonic(), callback) for callback in surface["frames"]]
                surface["frames"] = []
        def tell(self, feedback):
            nanoseconds = time.monotonic_ns()
            if "absurd" in faults: nanoseconds = (1 << 60) if feedback % 2 else 5
            seconds = nanoseconds // 10 ** 9
            self.answers = getattr(self, "answers", 0) + 1
            if self.answers % 4 == 0: self.send(feedback, 2)
            else: self.send(feedback, 1, seconds >> 32, seconds & 0x7FFFFFFF, nanoseconds % 10 ** 9, 16666666, 0, 0, 0)
            self.send(1, 1, feedback)
        def tick(self):
            now = time.monotonic()
            for moment, feedback in [t for t in self.told if t[0] <= now]: self.tell(feedback)
            self.told = [t for t in self.told if t[0] > now]
            for moment, callback in [d for d in self.due if d[0] <= now]:
                self.done(callback, int(now * 1000) & 0x7FFFFFFF)
            self.due = [d for d in self.due if d[0] > now]
    clients = []
    while True:
        waits = [d[0] for client in clients for d in client.due + client.told]
        limit = max(0, min(waits) - time.monotonic()) if waits else None
        ready = select.select([server, hear] + [client.wire for client in clients], [], [], limit)[0]
        if server in ready: clients.append(Client(server.accept()[0]))
        if hear in ready:
            for number in hear.recv(64):
                if number == signal.SIGUSR1:
                    for client in clients: client.wheel()
                elif "fractional" in faults:
                    scales = scales[1:] + scales[:1]
                    for client in clients:
                        for fraction in client.fractions: client.send(fraction, 0, scales[0])
                else:
                    covered = not covered
                    for client in clients if not covered else []: client.uncover()
        for client in list(clients):
            if client.wire in ready:
                try: alive = client.read()
                except OSError: alive = False
                if not alive:
                    clients.remove(client)
                    continue
            client.tick()
    """#
}
