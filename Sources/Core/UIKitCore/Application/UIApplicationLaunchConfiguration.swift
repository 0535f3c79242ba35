import Foundation

/// How `UIApplicationMain` starts the program.
public struct UIApplicationLaunchConfiguration: Hashable, Sendable {
  /// The kind of renderer that executes the drawing.
  public enum Renderer: String, CaseIterable, Hashable, Sendable {
    /// Accelerated on a real GPU, software where OpenGL would be emulated or where the GPU's frames turn out much dearer.
    /// Decided anew when the window comes to another display.
    case auto
    case software
    case accelerated
  }

  /// The renderer of all windows.
  public var renderer: Renderer
  /// No window on the desktop: frames are drawn in memory.
  public var isHeadless: Bool
  /// Frame after frame without waiting for the display, for measurements.
  public var isUncapped: Bool

  /// Users may drop files on windows; the delegate's `application(_:open:options:)` opens them. Without it files are
  /// refused while they are dragged over a window.
  public var acceptsDroppedFiles: Bool

  /// The window opens as large as it was when the program ended the last time on a display of this size, whatever size
  /// it is made with, and the profiler's panel stands in the corner where it stood. Kept below `$XDG_STATE_HOME`, in a
  /// folder with the program's name.
  public var remembersWindowSize: Bool

  /// The program goes on where it ended: its window has the same size and, on X11, the same place, scroll views are scrolled
  /// as far, and the delegate's `application(_:continue:restorationHandler:)` gets the `userActivity` of the controller that
  /// was on top. Kept below `$XDG_STATE_HOME`, in a folder with the program's name. `scripts/watch-app` has every program do
  /// so.
  public var restoresInterface: Bool

  /// The window's icon as an SVG document; nil leaves the choice to the desktop. It is drawn after the first frame.
  public var icon: String?

  /// A window on the desktop, paced by the display, unless told otherwise.
  public init(
    renderer: Renderer = .auto, isHeadless: Bool = false, isUncapped: Bool = false, acceptsDroppedFiles: Bool = false,
    remembersWindowSize: Bool = false, restoresInterface: Bool = false, icon: String? = nil
  ) {
    self.acceptsDroppedFiles = acceptsDroppedFiles
    self.remembersWindowSize = remembersWindowSize
    self.restoresInterface = restoresInterface
    self.icon = icon
    self.renderer = renderer
    self.isHeadless = isHeadless
    self.isUncapped = isUncapped
  }
}
