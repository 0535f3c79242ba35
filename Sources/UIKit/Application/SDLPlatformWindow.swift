import Foundation
internal import SDL

/// A window of the desktop with its renderer.
@MainActor
final class SDLPlatformWindow: PlatformWindow {
  private let window: Window
  private let sdlBackend: SDLRenderBackend
  private let cursors = SystemCursors()
  /// The way to the display server, where there is one.
  var connection: DisplayConnection? { window.connection }
  /// The X server's number of the window, where it is on one.
  var xid: UInt? { window.xid }

  init(window: Window, renderer: Renderer, engine: SDLTextEngine) {
    self.window = window
    sdlBackend = SDLRenderBackend(renderer: renderer, engine: engine)
    window.setMinimumSize(width: 160, height: 120)
  }

  var backend: RenderBackend { sdlBackend }
  var id: UInt32 { window.id }

  var size: CGSize {
    let size = window.size
    return CGSize(width: size.width, height: size.height)
  }

  var scale: CGFloat {
    let points = window.size.width
    guard points > 0 else { return 1 }
    return CGFloat(window.pixelSize.width) / CGFloat(points)
  }

  var refreshRate: Double { window.refreshRate }

  var title: String {
    get { window.title }
    set { window.title = newValue }
  }

  var textInputArea: CGRect? {
    didSet {
      if let area = textInputArea {
        EventQueue.setTextInputArea(x: area.minX, y: area.minY, width: area.width, height: area.height)
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
      case .resizeSideways: cursors.show(.resizeSideways)
      case .resizeUpAndDown: cursors.show(.resizeUpAndDown)
      }
    }
  }

  func show() {
    if !window.show() { showLater() }
  }

  /// Repeats the wish to be shown every second until it comes true.
  private func showLater() {
    DispatchQueue.main.asyncAfter(deadline: .now() + 1) { [weak self] in
      if let self, window.showSoon() { showLater() }
    }
  }

  func resize(to size: CGSize) {
    window.resize(width: Self.length(size.width), height: Self.length(size.height))
  }

  /// Called when the device lost its textures.
  func texturesWereLost() { sdlBackend.dropTextures() }

  /// Whole points of a window's side; `Window` limits it further.
  static func length(_ points: CGFloat) -> Int { Int(PixelGrid.rounded(points)) }
}
