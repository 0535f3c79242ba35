import Foundation

/// The display the application's windows are on.
@preconcurrency @MainActor
public final class UIScreen: NSObject {
  /// The screen of the application's key window.
  public static var main: UIScreen { UIApplication.shared.screen }

  /// The inside of the key window, in points: on the desktop an application
  /// owns its window, not the display.
  public package(set) var bounds = CGRect(x: 0, y: 0, width: 1280, height: 800)
  /// Device pixels of one point.
  public package(set) var scale: CGFloat = 1
  /// Frames a second the display shows.
  public package(set) var maximumFramesPerSecond = 60

  package override init() { super.init() }
}
