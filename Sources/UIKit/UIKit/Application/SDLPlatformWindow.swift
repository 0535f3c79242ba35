internal import Desktop
import Foundation
internal import Raster
internal import SDL

/// A window of the desktop with its renderer.
@MainActor
final class SDLPlatformWindow: PlatformWindow {
  private let window: Window
  private let renderer: WindowRenderer
  private let cursors = SystemCursors()
  /// On Wayland, once the first frame was shown.
  private var seats: WaylandSeats?
  /// SDL's units in a point: what the desktop wants of everything, where SDL leaves it to programs.
  let unitsPerPoint: CGFloat
  /// The way to the display server, where there is one.
  var connection: DisplayConnection? { window.connection }
  /// A descriptor that is readable when the display server has sent something; nil without a connection.
  func watchEvents() -> Int32? { window.watchEvents() }
  /// Called before events are taken from SDL's queue.
  func acknowledgeEvents() { window.acknowledgeEvents() }
  /// The X server's number of the window, where it is on one.
  var xid: UInt? { window.xid }

  init(window: Window, renderer: WindowRenderer) {
    self.window = window
    self.renderer = renderer
    unitsPerPoint = window.desktopScale
    restrictSize(from: .zero, to: Self.everySize)
  }

  private static let everySize = CGSize(width: 16384, height: 16384)
  private var hasMaximumSize = false

  func restrictSize(from minimum: CGSize, to maximum: CGSize) {
    func units(_ size: CGSize) -> (width: Int, height: Int) {
      let most = Self.everySize.width
      return (Self.length(min(size.width * unitsPerPoint, most)), Self.length(min(size.height * unitsPerPoint, most)))
    }
    let least = CGSize(width: max(160, minimum.width), height: max(120, minimum.height))
    // SDL refuses limits that contradict each other, also for a moment.
    let every = units(Self.everySize)
    if hasMaximumSize { window.setMaximumSize(width: every.width, height: every.height) }
    window.setMinimumSize(width: units(least).width, height: units(least).height)
    let most = units(CGSize(width: max(maximum.width, least.width), height: max(maximum.height, least.height)))
    hasMaximumSize = hasMaximumSize || most != every
    if hasMaximumSize { window.setMaximumSize(width: most.width, height: most.height) }
  }

  var isFullScreen: Bool {
    get { window.isFullScreen }
    set { window.isFullScreen = newValue }
  }

  var backend: RenderBackend { renderer.backend }
  var id: UInt32 { window.id }

  var size: CGSize {
    let size = window.size
    return CGSize(width: CGFloat(size.width) / unitsPerPoint, height: CGFloat(size.height) / unitsPerPoint)
  }

  var scale: CGFloat { CGFloat(window.pixelsPerPoint) * unitsPerPoint }

  /// The pointer in points of the window, also while another program has it; nil where no program is told.
  var pointerLocation: CGPoint? {
    window.pointerPlace.map { CGPoint(x: CGFloat($0.x) / unitsPerPoint, y: CGFloat($0.y) / unitsPerPoint) }
  }

  var screenOrigin: CGPoint? { window.desktopOrigin.map { CGPoint(x: $0.x, y: $0.y) } }

  /// The upper left corner of the frame around the window on the desktop, in pixels; nil where no program is told.
  var frameOrigin: (x: Int, y: Int)? { window.frameOrigin }

  var refreshRate: Double { window.refreshRate }

  /// The desktop has changed something about the window.
  /// - Parameter isNew: it has come on the desktop.
  func desktopDidChange(isNew: Bool) { renderer.presenter?.windowDidChange(isNew: isNew) }

  /// The window may have come to another display, or its display may have changed.
  func displayMayHaveChanged() { renderer.displayMayHaveChanged() }

  /// Called when all events of the moment were delivered.
  /// - Returns: whether the scale has changed since the last call.
  func settle() -> Bool { renderer.presenter?.settle(window.extent) ?? false }

  var title: String {
    get { window.title }
    set { window.title = newValue }
  }

  var textInputArea: CGRect? {
    didSet {
      if let area = textInputArea {
        let units = unitsPerPoint
        EventQueue.setTextInputArea(
          x: area.minX * units, y: area.minY * units, width: area.width * units, height: area.height * units)
      }
      let isOn = textInputArea != nil
      if isOn != (oldValue != nil) { EventQueue.setTextInput(isOn) }
    }
  }

  var pointerShape = PointerShape.arrow {
    didSet {
      guard pointerShape != oldValue else { return }
      switch pointerShape {
      case .arrow: cursors.show(.arrow)
      case .text: cursors.show(.text)
      case .grab: cursors.show(.hand)
      case .refused: cursors.show(.no)
      case .resizeSideways: cursors.show(.resizeSideways)
      case .resizeUpAndDown: cursors.show(.resizeUpAndDown)
      }
    }
  }

  func show() {
    if !window.show() { showLater() }
  }

  func bringToFront() { window.bringToFront() }

  /// Repeats the wish to be shown every second until it comes true.
  private func showLater() {
    DispatchQueue.main.asyncAfter(deadline: .now() + 1) { [weak self] in
      if let self, window.showSoon() { showLater() }
    }
  }

  func resize(to size: CGSize) {
    window.resize(width: Self.length(size.width * unitsPerPoint), height: Self.length(size.height * unitsPerPoint))
  }

  var canDragOut: Bool { window.xid != nil || seats?.canDrag == true }

  func beginDrag(of text: String, changed: @escaping @MainActor (DragChange) -> Void) -> (any PlatformDrag)? {
    if let seats { return WaylandTextDrag(of: text, with: seats) { changed(DragChange($0)) } }
    guard let xid = window.xid, let connection = window.connection else { return nil }
    return TextDrag(of: text, from: xid, on: connection) { changed(DragChange($0)) }
  }

  /// Begins to watch presses where drags need that. Called once, after the first frame was shown.
  func prepareDrags() {
    guard let handles = window.waylandHandles else { return }
    seats = WaylandSeats(of: window, display: handles.display, surface: handles.surface)
  }

  /// The inside as large as the user made it, in points; nil while the desktop decides.
  var ownSize: CGSize? { window.hasOwnSize ? size : nil }

  /// Of the display, in device pixels.
  var displaySize: (width: Int, height: Int)? { window.displaySize }

  /// Draws the icon on another thread, and shows it when it is there.
  /// - Parameter svg: a document; without one that can be drawn the desktop's own icon stays.
  func setIcon(svg: String) {
    let side = 128
    DispatchQueue.global(qos: .utility).async {
      guard let picture = try? SDLImageDecoder().rasterize(svg: svg, pixelWidth: side, pixelHeight: side) else {
        return
      }
      DispatchQueue.main.async { [weak self] in
        self?.window.setIcon(width: picture.width, height: picture.height, words: picture.words)
      }
    }
  }

  /// Called when the device lost its textures.
  func texturesWereLost() { renderer.backend.dropTextures() }

  /// Whole points of a window's side; `Window` limits it further.
  static func length(_ points: CGFloat) -> Int { Int(PixelGrid.rounded(points)) }
}

extension TextDrag: PlatformDrag {}

extension WaylandTextDrag: PlatformDrag {}

extension DragChange {
  /// The framework's word for a change of SDL's target.
  init(_ change: TextDrag.Change) {
    self =
      switch change {
      case .over(.ownWindow): .over(.ownWindow)
      case .over(.taker): .over(.taker)
      case .over(.elsewhere): .over(.elsewhere)
      case .ended(let isTaken): .ended(isTaken: isTaken)
      }
  }
}
