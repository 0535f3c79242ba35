import Foundation

/// A client of the X server from whose window a file is dragged, as from a file manager: while the button is held it has the
/// pointer, and speaks XDND with the program below it.
struct FileDragSource {
  private let process: ChildProcess

  static let isAvailable = Tools.path(of: "python3") != nil
  /// The middle of its window, in pixels of the screen.
  static let middle = (x: 1540, y: 940)

  /// - Parameters:
  ///   - window: the one that the file is dropped on.
  ///   - path: of the file.
  init(of path: String, to window: String, on display: VirtualDisplay) async throws {
    guard let python = Tools.path(of: "python3") else { throw HarnessError("python3 is not installed") }
    let client = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Attacks/AttackDriver")
      .path
    let process = try ChildProcess(
      python, ["-c", Self.program, client, window, URL(filePath: path).absoluteString],
      environment: display.environment)
    self.process = process
    try await says("ready")
  }

  /// Waits until the program has said a word: `ready` to drag, `accepted` by the window below, `finished` by it.
  func says(_ word: String) async throws {
    try await waiting(for: "the source of the drag to be \(word)", seconds: 10) {
      guard process.isRunning else { throw HarnessError("the source of the drag ended: \(process.errors)") }
      return process.output.split(separator: "\n").contains(Substring(word)) ? () : nil
    }
  }

  private static let program = """
    import ctypes, os, struct, sys
    sys.path.insert(0, sys.argv[1])
    sys.dont_write_bytecode = True
    import x11
    PRESS, RELEASE, MOTION = 4, 5, 6
    client = x11.Client(os.environ["DISPLAY"])
    client.window = int(sys.argv[2])
    x = x11.X
    x.XSelectInput.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_long]
    source = x.XCreateSimpleWindow(client.display, client.root, 1500, 900, 80, 80, 0, 0, 0xffffff)
    x.XSelectInput(client.display, source, 1 << 2 | 1 << 3 | 1 << 13)
    x.XMapWindow(client.display, source)
    client.sync()
    print("ready", flush=True)
    event = x11.Event()
    is_inside = False
    while True:
        x.XNextEvent(client.display, ctypes.byref(event))
        if event.type == PRESS:
            x.XSetSelectionOwner(client.display, client.atom("XdndSelection"), source, x11.CURRENT_TIME)
        elif event.type == MOTION:
            left, top = struct.unpack_from("ii", bytes(event), 72)
            below = client.attributes(client.window)
            if not (0 <= left - below.x < below.width and 0 <= top - below.y < below.height):
                continue
            if not is_inside:
                is_inside = True
                client.send(client.window, "XdndEnter", [source, 5 << 24, client.atom("text/uri-list"), 0, 0])
            client.send(client.window, "XdndPosition", [
                source, 0, left << 16 | top, x11.CURRENT_TIME, client.atom("XdndActionCopy")])
        elif event.type == RELEASE and is_inside:
            client.send(client.window, "XdndDrop", [source, 0, x11.CURRENT_TIME, 0, 0])
        elif event.type == x11.SELECTION_REQUEST:
            client.answer(event.request, sys.argv[3].encode() + b"\\r\\n")
        elif event.type == x11.CLIENT_MESSAGE and event.message.message_type == client.atom("XdndStatus"):
            if event.message.data[1] & 1:
                print("accepted", flush=True)
        elif event.type == x11.CLIENT_MESSAGE and event.message.message_type == client.atom("XdndFinished"):
            print("finished", flush=True)
    """
}
