import Foundation

/// The computer the program runs on.
@preconcurrency @MainActor
public final class UIDevice: NSObject {
  /// The only one.
  public static let current = UIDevice()

  /// The way a device is held; that of a desktop is unknown.
  public enum Orientation: Int, Sendable {
    case unknown, portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown
    /// Whether it is one of the two upright ones.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// Whether it is one of the two on the side.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
  }

  /// The host's name.
  public var name: String { ProcessInfo.processInfo.hostName }
  /// The answer on a computer without a maker's name.
  public var model: String { "Linux" }
  /// The same as `model`.
  public var localizedModel: String { model }
  /// The system's name.
  public var systemName: String { "Linux" }
  /// The version of the kernel, such as 6.1.0.
  public var systemVersion: String {
    let version = ProcessInfo.processInfo.operatingSystemVersion
    return "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
  }
  /// The same as that of every trait collection: `.mac`, a desktop with windows, keyboard and pointer.
  public var userInterfaceIdiom: UIUserInterfaceIdiom { .mac }
  /// Unknown: a desktop is not turned.
  public var orientation: Orientation { .unknown }
  /// No identifier: the desktop has none for vendors.
  public var identifierForVendor: UUID? { nil }

  private override init() { super.init() }
}

extension UITraitCollection {
  /// The kind of device: a desktop.
  public var userInterfaceIdiom: UIUserInterfaceIdiom { .mac }
}

/// A kind of device; raw values as in UIKit.
public enum UIUserInterfaceIdiom: Int, Sendable {
  case unspecified = -1, phone, pad, tv, carPlay
  case mac = 5, vision
}
