import Foundation

/// The desktop's clipboard, as far as it holds text.
@preconcurrency @MainActor
public final class UIPasteboard: NSObject {
  private unowned let application: UIApplication

  init(application: UIApplication) { self.application = application }

  /// The clipboard all programs share.
  public static var general: UIPasteboard { UIApplication.shared.pasteboard }

  /// The text on the pasteboard; nil without one. Setting nil leaves an empty text.
  ///
  /// Another program that holds the text is waited for, for some seconds at most. When it does not give the text, or more
  /// than 16 MB of it on X11, this is nil and the application's delegate is told why.
  public var string: String? {
    get { application.platform.clipboard.string }
    set { application.platform.clipboard.string = newValue }
  }

  /// Whether there is any text. On X11 the text is not read for that.
  public var hasStrings: Bool { application.platform.clipboard.hasString }
}
