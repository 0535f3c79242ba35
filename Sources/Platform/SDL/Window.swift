internal import CSDL2
package import Desktop
import Foundation

/// A resizable window of the desktop. Sizes are in points, which SDL calls
/// screen coordinates; `pixelSize` is in device pixels.
@MainActor
package final class Window {
  /// Video must outlive the window.
  private let context: SDLContext
  let handle: OpaquePointer

  /// Opens a hidden window; `show()` maps it.
  /// - Parameters:
  ///   - width: the inside's extent in points, clamped to 1...16384, as is `height`.
  ///   - isPresented: a presenter is meant to show the frames, so nothing is loaded for OpenGL. Other renderers can be
  ///     made all the same: SDL then replaces the server's window by one of another kind.
  /// - Throws: `SDLError` where the display has no window for it, and where there is no memory for one that is presented.
  package init(
    context: SDLContext, title: String, width: Int, height: Int, isPresented: Bool = false
  ) throws(SDLError) {
    self.context = context
    // Of Mesa's emulated OpenGL a window with alpha is given pixels of a picture with alpha by moving memory, from Mesa
    // 23 or so on only such a window. All that is drawn is opaque.
    SDL_GL_SetAttribute(SDL_GL_ALPHA_SIZE, 8)
    let flags =
      SDL_WINDOW_HIDDEN.rawValue | SDL_WINDOW_RESIZABLE.rawValue
      | SDL_WINDOW_ALLOW_HIGHDPI.rawValue
    func open(_ more: UInt32 = 0) -> OpaquePointer? {
      SDL_CreateWindow(
        title, Self.anywhere, Self.anywhere, Self.length(width), Self.length(height), flags | more)
    }
    let hasLoader = isPresented ? try SurfaceLoader.load() : false
    defer { if hasLoader { SurfaceLoader.unload() } }
    if hasLoader, let bare = open(SDL_WINDOW_VULKAN.rawValue) {
      handle = bare
    } else {
      handle = try check("SDL_CreateWindow") { open() }
    }
  }

  isolated deinit {
    // Its thread uses the connection, which SDL closes with the last window.
    reader = nil
    SDL_DestroyWindow(handle)
  }

  /// `SDL_WINDOWPOS_UNDEFINED`, a macro Swift does not see.
  private static let anywhere: Int32 = 0x1FFF_0000

  private static func length(_ value: Int) -> Int32 { Int32(min(max(value, 1), 16384)) }

  /// SDL's name of the driver that shows the window.
  package var videoDriver: String { context.videoDriver }

  /// The way to the display server; nil for drivers without one. The same as long as the window is open.
  package private(set) lazy var connection: DisplayConnection? = {
    guard let info = systemInformation else { return nil }
    switch info.subsystem {
    case SDL_SYSWM_X11:
      return info.info.x11.display.flatMap { DisplayConnection(.x11, display: UnsafeMutableRawPointer($0)) }
    case SDL_SYSWM_WAYLAND:
      return info.info.wl.display.flatMap { DisplayConnection(.wayland, display: UnsafeMutableRawPointer($0)) }
    default: return nil
    }
  }()

  /// Takes part in reading what a Wayland compositor sends, from `watchEvents()` on.
  private var reader: WaylandReader?

  /// Begins to tell when the display server has sent something. On Wayland that takes a thread, which the first call
  /// makes.
  /// - Returns: a descriptor, the same each time, that is readable from then until `acknowledgeEvents()`; nil for
  ///   drivers without a connection.
  package func watchEvents() -> Int32? {
    if reader == nil, let handles = waylandHandles { reader = WaylandReader(display: handles.display) }
    return reader?.fileDescriptor ?? connection?.fileDescriptor
  }

  /// Called before events are taken from the queue: what comes afterwards is told anew.
  package func acknowledgeEvents() {
    reader?.acknowledge()
    connection?.dispatch()
  }

  /// The display server's handle of the window; nil for drivers without a server.
  var systemInformation: SDL_SysWMinfo? {
    var info = SDL_SysWMinfo()
    info.version = SDL_version(
      major: UInt8(SDL_MAJOR_VERSION), minor: UInt8(SDL_MINOR_VERSION), patch: UInt8(SDL_PATCHLEVEL))
    return SDL_GetWindowWMInfo(handle, &info) == SDL_TRUE ? info : nil
  }

  /// The X server's number of the window; nil with other servers. SDL replaces the server's window by another when a
  /// renderer needs one of another kind.
  package var xid: UInt? {
    guard let info = systemInformation, info.subsystem == SDL_SYSWM_X11 else { return nil }
    return info.info.x11.window
  }

  /// SDL's own objects for the window on a Wayland compositor; nil with other servers.
  package var waylandHandles: (display: OpaquePointer, surface: OpaquePointer)? {
    guard let info = systemInformation, info.subsystem == SDL_SYSWM_WAYLAND, let display = info.info.wl.display,
      let surface = info.info.wl.surface
    else { return nil }
    return (display, surface)
  }

  /// SDL's number of the window, which events carry.
  package var id: UInt32 { SDL_GetWindowID(handle) }

  /// Whether an accelerated renderer can be made for the window as it is: SDL makes another window of the server's for
  /// OpenGL where not.
  package var isMadeForOpenGL: Bool { SDL_GetWindowFlags(handle) & SDL_WINDOW_OPENGL.rawValue != 0 }

  /// The title the desktop shows above the window.
  package var title: String {
    get { String(cString: SDL_GetWindowTitle(handle)) }
    set { SDL_SetWindowTitle(handle, newValue) }
  }

  /// The inside, in points.
  package var size: (width: Int, height: Int) {
    var width: Int32 = 0
    var height: Int32 = 0
    SDL_GetWindowSize(handle, &width, &height)
    return (Int(width), Int(height))
  }

  /// Shows what is drawn, where that is not SDL.
  weak var presenter: (any FramePresenter)?

  /// The upper left corner of the inside on the desktop, in pixels; nil on Wayland, where no program is told.
  package var desktopOrigin: (x: Int, y: Int)? {
    guard waylandHandles == nil else { return nil }
    var (x, y): (Int32, Int32) = (0, 0)
    SDL_GetWindowPosition(handle, &x, &y)
    return (Int(x), Int(y))
  }

  /// The upper left corner of the frame around the window on the desktop, in pixels; nil on Wayland.
  package var frameOrigin: (x: Int, y: Int)? {
    guard let origin = desktopOrigin else { return nil }
    var (top, left): (Int32, Int32) = (0, 0)
    SDL_GetWindowBordersSize(handle, &top, &left, nil, nil)
    return (origin.x - Int(left), origin.y - Int(top))
  }

  /// The pointer within the inside, in pixels, also while another program has it; nil on Wayland, where no program is told.
  package var pointerPlace: (x: Int, y: Int)? {
    // SDL's place of the window is not that of one which another program has moved where there is no window manager.
    xid.flatMap { connection?.pointerPlace(in: $0) }
  }

  /// The inside, in points and in the pixels that SDL would draw.
  package var extent: WindowExtent {
    let size = size
    var (width, height): (Int32, Int32) = (0, 0)
    SDL_GetWindowSizeInPixels(handle, &width, &height)
    return WindowExtent(
      width: Int32(clamping: size.width), height: Int32(clamping: size.height), pixelWidth: width, pixelHeight: height)
  }

  /// Pixels that are drawn for a point.
  package var pixelsPerPoint: Double {
    if let presenter { return presenter.scale(of: extent) }
    let width = size.width
    return width > 0 ? Double(pixelSize.width) / Double(width) : 1
  }

  /// Whether what is drawn goes into SDL's surface for the window. Set by the renderer.
  var isDrawnInMemory = false

  /// The inside, in the pixels that are drawn: the device's, where the renderer can. On Wayland SDL's surface has a
  /// pixel for each point before 2.28, which the compositor makes as many of the device's as a point has; from then on
  /// it has the device's.
  package var pixelSize: (width: Int, height: Int) {
    if let presenter {
      let size = presenter.pixelSize(of: extent)
      return (Int(size.width), Int(size.height))
    }
    if isDrawnInMemory, videoDriver == "wayland", let surface = SDL_GetWindowSurface(handle)?.pointee {
      return (Int(surface.w), Int(surface.h))
    }
    var width: Int32 = 0
    var height: Int32 = 0
    SDL_GetWindowSizeInPixels(handle, &width, &height)
    return (Int(width), Int(height))
  }

  /// How much larger than usual the desktop wants everything, where SDL leaves that to programs: on X11 what
  /// `GDK_SCALE` says, or the resolution of text by that of a usual screen (96 dots per inch), whichever is larger;
  /// 1...4. Elsewhere 1: points are the desktop's own already.
  package var desktopScale: Double {
    guard let connection, connection.kind == .x11 else { return 1 }
    return Self.desktopScale(
      textResolution: connection.textResolution, environment: .ofProgram)
  }

  /// The scale that follows from resources and environment.
  package nonisolated static func desktopScale(textResolution: Double?, environment: EnvironmentVariables) -> Double {
    func number(_ name: String) -> Double? { environment[name].flatMap(Double.init).flatMap { $0 > 0 ? $0 : nil } }
    let byEnvironment = number("GDK_SCALE").map { $0 * (number("GDK_DPI_SCALE") ?? 1) } ?? 1
    let scale = max(byEnvironment, (textResolution ?? 96) / 96)
    return scale.isFinite ? min(max(scale, 1), 4) : 1
  }

  /// The size of the display the window is on, in device pixels; nil where the driver does not say.
  package var displaySize: (width: Int, height: Int)? {
    var mode = SDL_DisplayMode()
    guard SDL_GetDesktopDisplayMode(max(0, SDL_GetWindowDisplayIndex(handle)), &mode) == 0, mode.w > 0, mode.h > 0
    else {
      return nil
    }
    return (Int(mode.w), Int(mode.h))
  }

  /// Whether the window is neither minimised nor as large as the desktop makes it: its size is the user's.
  package var hasOwnSize: Bool {
    let others =
      SDL_WINDOW_MAXIMIZED.rawValue | SDL_WINDOW_MINIMIZED.rawValue | SDL_WINDOW_FULLSCREEN.rawValue
    return SDL_GetWindowFlags(handle) & others == 0
  }

  /// Shows a picture for the window wherever the desktop lists it.
  /// - Parameter words: alpha, red, green and blue of each pixel, 8 bits each, alpha in the highest and not
  ///   premultiplied.
  /// - Precondition: `words` holds one for each pixel.
  package func setIcon(width: Int, height: Int, words: [UInt32]) {
    precondition(words.count == width * height, "the icon of \(width) x \(height) has \(words.count) pixels")
    var words = words
    words.withUnsafeMutableBytes { bytes in
      // SDL copies the pixels.
      guard
        let surface = SDL_CreateRGBSurfaceWithFormatFrom(
          bytes.baseAddress, Int32(width), Int32(height), 32, Int32(width * 4), SDL_PIXELFORMAT_ARGB8888.rawValue)
      else { return }
      SDL_SetWindowIcon(handle, surface)
      SDL_FreeSurface(surface)
    }
  }

  /// Whether the window covers its display without a frame.
  package var isFullScreen: Bool {
    get { SDL_GetWindowFlags(handle) & SDL_WINDOW_FULLSCREEN.rawValue != 0 }
    set { SDL_SetWindowFullscreen(handle, newValue ? SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue : 0) }
  }

  /// Gives the window, which was not shown yet, its size and its place: in the middle of what the desktop's panels
  /// leave of the display, and no larger than that has room for it, on X11 with a frame. (A Wayland compositor places
  /// windows itself.) What is so already is not asked for.
  /// - Parameters:
  ///   - width: of the inside, wished, in SDL's units, as is `height`.
  ///   - scale: SDL's units in a point, by which frames grow.
  ///   - remembered: the place of the frame's upper left corner, in pixels, where that is on the display.
  package func settle(width: Int, height: Int, scale: Double, at remembered: (x: Int, y: Int)? = nil) {
    var bounds = SDL_Rect()
    guard SDL_GetDisplayUsableBounds(max(0, SDL_GetWindowDisplayIndex(handle)), &bounds) == 0, bounds.w > 0,
      bounds.h > 0
    else { return resize(width: width, height: height) }
    func room(frameScale: Double) -> (x: Int, y: Int, width: Int, height: Int) {
      Self.room(
        width: width, height: height, frameScale: frameScale, x: Int(bounds.x), y: Int(bounds.y),
        within: Int(bounds.w), Int(bounds.h))
    }
    var place = room(frameScale: scale)
    // Asked only where it matters: the server takes a while.
    if (place.width, place.height) != (width, height), !standsInFrame { place = room(frameScale: 0) }
    if size != (place.width, place.height) { resize(width: place.width, height: place.height) }
    if let remembered, (Int(bounds.x)..<Int(bounds.x + bounds.w)).contains(remembered.x),
      (Int(bounds.y)..<Int(bounds.y + bounds.h)).contains(remembered.y)
    {
      (place.x, place.y) = remembered
    }
    // SDL 3 keeps the wish until the window is shown, and moves the inside there then, or the frame, by what it knows of
    // the frame at that moment. Of a window that it has not placed, sdl2-compat says besides that it is in the corner.
    if LoadedSDL.inProcess.isCompatibilityLayer, let connection, let xid {
      return connection.placeWindow(xid, x: Int32(place.x), y: Int32(place.y))
    }
    var (x, y): (Int32, Int32) = (0, 0)
    SDL_GetWindowPosition(handle, &x, &y)
    if (Int(x), Int(y)) != (place.x, place.y) { SDL_SetWindowPosition(handle, Int32(place.x), Int32(place.y)) }
  }

  /// Whether an X window manager puts a frame around the window when it is shown.
  private var standsInFrame: Bool { connection.map { $0.kind == .x11 && $0.hasWindowManager } ?? false }

  /// Where a window goes, in SDL's units: the upper left corner of its frame, which is what a window manager takes a
  /// window's place for, and the size of its inside.
  /// - Parameters:
  ///   - frameScale: by which frames are larger than usual; 0 for none.
  ///   - x: the left edge of what there is room in, `y` its upper one, `across` and `down` its extent; at least 1.
  package nonisolated static func room(
    width: Int, height: Int, frameScale: Double, x: Int, y: Int, within across: Int, _ down: Int
  ) -> (x: Int, y: Int, width: Int, height: Int) {
    // The most that frames add to a window, left and right together, and above and below.
    let frame = (width: Int(16 * frameScale), height: Int(48 * frameScale))
    let (width, height) = (min(width, max(1, across - frame.width)), min(height, max(1, down - frame.height)))
    func start(_ room: Int, _ length: Int, _ frame: Int) -> Int {
      max(0, min((room - length) / 2, room - length - frame))
    }
    return (x + start(across, width, frame.width), y + start(down, height, frame.height), width, height)
  }

  /// Gives the inside another size in points, clamped as by `init`.
  package func resize(width: Int, height: Int) {
    SDL_SetWindowSize(handle, Self.length(width), Self.length(height))
  }

  /// The smallest inside, in points, that the user can drag the window to.
  package func setMinimumSize(width: Int, height: Int) {
    SDL_SetWindowMinimumSize(handle, Self.length(width), Self.length(height))
  }

  /// The largest inside, in points, that the user can drag the window to; not below the smallest.
  package func setMaximumSize(width: Int, height: Int) {
    SDL_SetWindowMaximumSize(handle, Self.length(width), Self.length(height))
  }

  /// Whether the window is put on the desktop, as far as SDL knows; a minimised one is not.
  private var isShown: Bool { SDL_GetWindowFlags(handle) & SDL_WINDOW_HIDDEN.rawValue == 0 }

  /// Puts the window on the desktop, and waits for that up to `limit` seconds.
  ///
  /// SDL's own function waits for ever, for a window manager that may have stopped, or that may have lost the wish
  /// because it was just starting: here the wish is repeated. Events that come meanwhile stay in the queue.
  /// - Returns: whether the window is there. If not, the queue says that it is hidden, and the caller goes on and
  ///   repeats the wish with `showSoon()`.
  package func show(within limit: Double = 1) -> Bool {
    guard let connection, let xid else {
      SDL_ShowWindow(handle)
      return true
    }
    let end = Ticks.seconds + limit
    var patience = 0.1
    while !isShown, Ticks.seconds < end {
      connection.mapWindow(xid)
      pumpEvents(of: connection, until: min(end, Ticks.seconds + patience)) { isShown }
      patience *= 2
    }
    guard isShown else {
      var event = SDL_Event()
      event.window.type = SDL_WINDOWEVENT.rawValue
      event.window.event = UInt8(SDL_WINDOWEVENT_HIDDEN.rawValue)
      event.window.windowID = id
      SDL_PushEvent(&event)
      return false
    }
    // Without a window manager a window has to take the keyboard itself. SDL 3.4 does not do so for a window that it has
    // not shown itself.
    if !connection.hasWindowManager { connection.focusWindow(xid) }
    return true
  }

  /// Asks the desktop to put the window in front of others, unfolded, and to give it the keyboard. Wayland has no such wish
  /// without a token, which SDL does not take.
  package func bringToFront() {
    if SDL_GetWindowFlags(handle) & SDL_WINDOW_MINIMIZED.rawValue != 0 { SDL_RestoreWindow(handle) }
    SDL_RaiseWindow(handle)
  }

  /// Repeats the wish of `show()` without waiting; false when the window is on the desktop.
  package func showSoon() -> Bool {
    guard !isShown, let connection, let xid else { return false }
    connection.mapWindow(xid)
    return true
  }

  /// Has SDL read what the display server sends, until `deadline` on the clock of `Ticks.seconds` or until `isDone`.
  private func pumpEvents(of connection: DisplayConnection, until deadline: Double, _ isDone: () -> Bool) {
    while true {
      SDL_PumpEvents()
      let left = deadline - Ticks.seconds
      guard !isDone(), left > 0 else { return }
      var state = pollfd(fd: connection.fileDescriptor, events: Int16(POLLIN), revents: 0)
      poll(&state, 1, Int32((left * 1000).rounded(.up)))
    }
  }

  /// Whether nothing of the window can be seen, as far as SDL knows.
  package var isConcealed: Bool {
    SDL_GetWindowFlags(handle)
      & (SDL_WINDOW_HIDDEN.rawValue | SDL_WINDOW_MINIMIZED.rawValue) != 0
  }

  /// Frames a second of the display the window is on; 60 where the driver does
  /// not say.
  package var refreshRate: Double {
    var mode = SDL_DisplayMode()
    let display = SDL_GetWindowDisplayIndex(handle)
    guard display >= 0, SDL_GetCurrentDisplayMode(display, &mode) == 0, mode.refresh_rate > 0
    else { return 60 }
    return Double(mode.refresh_rate)
  }
}
