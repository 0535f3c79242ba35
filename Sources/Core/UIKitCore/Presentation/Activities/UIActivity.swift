import Foundation

/// Something that can be done with texts, links and files: offered by a `UIActivityViewController`. Subclasses are an
/// app's own.
@preconcurrency @MainActor
open class UIActivity: NSObject {
  /// The name of an activity.
  public struct ActivityType: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// The type with this name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The type with this name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// Puts texts and links on the clipboard.
    public static let copyToPasteboard = ActivityType("com.apple.UIKit.activity.CopyToPasteboard")
    /// Has the desktop open links and files with the programs it has for them. Not one of UIKit's.
    public static let openInProgram = ActivityType("activity.OpenInProgram")
  }

  public override init() { super.init() }

  /// The activity's name; nil unless overridden.
  open var activityType: ActivityType? { nil }
  /// The title in the list; an activity without one is not offered.
  open var activityTitle: String? { nil }
  /// Accepted for source compatibility: the list shows titles.
  open var activityImage: UIImage? { nil }
  /// Whether the activity can do anything with these items; no, unless overridden.
  open func canPerform(withActivityItems activityItems: [Any]) -> Bool { false }
  /// The items of the activity that is about to be done.
  open func prepare(withActivityItems activityItems: [Any]) {}
  /// Does it. Overrides call `activityDidFinish(_:)` at the end.
  open func perform() { activityDidFinish(false) }

  /// Told by `activityDidFinish(_:)`.
  final var didFinish: ((Bool) -> Void)?

  /// Called by the activity when it is done.
  public final func activityDidFinish(_ completed: Bool) {
    let didFinish = didFinish
    self.didFinish = nil
    didFinish?(completed)
  }
}

/// Puts texts and links on the clipboard, a line each.
final class CopyActivity: UIActivity {
  private var lines: [String] = []
  override var activityType: ActivityType? { .copyToPasteboard }
  override var activityTitle: String? { "Copy" }

  private static func line(_ item: Any) -> String? {
    switch item {
    case let text as String: text
    case let text as NSAttributedString: text.string
    case let url as URL: url.isFileURL ? url.path(percentEncoded: false) : url.absoluteString
    default: nil
    }
  }

  override func canPerform(withActivityItems activityItems: [Any]) -> Bool {
    activityItems.contains { Self.line($0) != nil }
  }

  override func prepare(withActivityItems activityItems: [Any]) { lines = activityItems.compactMap(Self.line) }

  override func perform() {
    UIPasteboard.general.string = lines.joined(separator: "\n")
    activityDidFinish(true)
  }
}

/// Has the desktop open links and files.
final class OpenActivity: UIActivity {
  private var urls: [URL] = []
  override var activityType: ActivityType? { .openInProgram }
  override var activityTitle: String? { "Open" }

  private static func url(_ item: Any) -> URL? { (item as? URL).flatMap { $0.scheme?.isEmpty == false ? $0 : nil } }

  override func canPerform(withActivityItems activityItems: [Any]) -> Bool {
    activityItems.contains { Self.url($0) != nil }
  }

  override func prepare(withActivityItems activityItems: [Any]) { urls = activityItems.compactMap(Self.url) }

  override func perform() {
    for url in urls { UIApplication.shared.open(url) }
    activityDidFinish(true)
  }
}
