import Foundation

/// The desktop's clipboard, as far as it holds text.
@MainActor
public final class UIPasteboard: NSObject {
  private unowned let application: UIApplication

  init(application: UIApplication) { self.application = application }

  /// The clipboard all programs share.
  public static var general: UIPasteboard { UIApplication.shared.pasteboard }

  /// The text on the pasteboard; nil without one. Setting nil leaves an empty text.
  public var string: String? {
    get { application.platform.clipboard.string }
    set { application.platform.clipboard.string = newValue }
  }

  /// Whether there is any text.
  public var hasStrings: Bool { string?.isEmpty == false }
}
