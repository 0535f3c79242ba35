import DemoParts
import UIKit

/// Work that goes on in the background, and how to stop it.
struct FileActivity {
  /// As in "reading: 12 %".
  let name: String
  /// 0...1.
  let progress: Double
  let stop: @MainActor () -> Void
}

/// The bar below a file: what there is, what can be done, and what goes on in the background, with the time that is left and a
/// button that stops it.
@MainActor
final class FileStatus {
  let bar = StatusBar()

  /// Called with the encoding that was chosen; nil for what the file looks like.
  var onEncoding: ((FileFormat.Encoding?) -> Void)?

  private lazy var stopButton = UIButton(inBar: "Stop", size: .mini) { [weak self] in self?.activity?.stop() }
  private let encodingButton = UIButton(inBar: "", size: .mini)
  private var encoding: (shown: FileFormat.Encoding, isChosen: Bool)?
  /// The work that goes on, and since when.
  private var running: (name: String, start: ContinuousClock.Instant)?
  private var activity: FileActivity?

  /// Work that is done sooner is not told of.
  private static let patience = Duration.milliseconds(300)

  init() {
    stopButton.isHidden = true
    encodingButton.showsMenuAsPrimaryAction = true
    encodingButton.isHidden = true
    bar.accessories = [stopButton, encodingButton]
  }

  /// Names the encoding a file is read in, and offers others.
  func show(_ shown: FileFormat.Encoding, isChosen: Bool) {
    guard encoding?.shown != shown || encoding?.isChosen != isChosen else { return }
    encoding = (shown, isChosen)
    encodingButton.isHidden = false
    encodingButton.configuration?.title = shown.name
    func items(_ choices: [FileFormat.Encoding?]) -> [UIAction] {
      choices.map { choice in
        UIAction(title: choice?.name ?? "Automatic", state: choice == (isChosen ? shown : nil) ? .on : .off) {
          [weak self] _ in self?.onEncoding?(choice)
        }
      }
    }
    let unicode: [FileFormat.Encoding?] = [nil, .utf8, .utf16(isBigEndian: false), .utf16(isBigEndian: true)]
    encodingButton.menu = UIMenu(
      children: items(unicode + [.charset(.windows1252), .charset(.latin1)]) + [
        UIMenu(title: "ISO 8859", children: items(Charset.iso8859.map { .charset($0) })),
        UIMenu(title: "East Asian", children: items(Charset.multibyte.map { .charset($0) })),
      ])
    bar.setNeedsLayout()
  }

  /// - Parameters:
  ///   - left: what there is.
  ///   - right: what can be done, or was done last.
  ///   - isActive: whether `right` stands out.
  ///   - activity: what goes on; nil for nothing.
  func show(left: String, right: String, isActive: Bool = false, activity: FileActivity?) {
    self.activity = activity
    if activity?.name != running?.name { running = activity.map { ($0.name, .now) } }
    let elapsed = running.map { ContinuousClock.now - $0.start } ?? .zero
    guard let activity, elapsed >= Self.patience else {
      stopButton.isHidden = true
      return bar.show(left: left, right: right, isActive: isActive)
    }
    stopButton.isHidden = false
    let percent = Int(whole: activity.progress * 100, or: 0)
    let words = "\(activity.name): \(percent) %\(Self.rest(elapsed, activity.progress))"
    bar.show(left: "\(left), \(words)", right: right, isActive: isActive, progress: activity.progress)
  }

  /// The time that is left, by what was done so far; empty as long as that says nothing.
  static func rest(_ elapsed: Duration, _ progress: Double) -> String {
    let seconds = elapsed / .seconds(1)
    guard progress > 0.02, progress < 1, seconds > 0.5 else { return "" }
    let left = Int(whole: (seconds / progress * (1 - progress)).rounded(.up), or: 0)
    return left < 60 ? ", \(left) s left" : ", \(left / 60) min \(left % 60) s left"
  }
}
