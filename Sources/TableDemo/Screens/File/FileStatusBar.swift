import UIKit

/// The line below a file: how much of it there is, the progress of reading, and what its keys do.
final class FileStatusBar: UIView {
  static let height: CGFloat = 30

  private let line = UIView()
  private let countLabel = UILabel()
  private let hintLabel = UILabel()
  private let progressBar = ProgressBar()

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .secondarySystemBackground
    line.backgroundColor = .separator
    for label in [countLabel, hintLabel] {
      label.font = .systemFont(ofSize: 12)
      label.textColor = .secondaryLabel
    }
    hintLabel.textAlignment = .right
    for view in [line, countLabel, hintLabel, progressBar] { addSubview(view) }
  }

  required init?(coder: NSCoder) { nil }

  /// - Parameters:
  ///   - progress: 0...1 while the file is being read, else nil.
  ///   - problem: why this is not all of the file, or not the file of that name any more; else nil.
  func show(lines: Int, bytes: Int, progress: Double?, isFollowing: Bool, wraps: Bool, problem: String?) {
    var text = "\(GroupedNumber.string(lines)) line\(lines == 1 ? "" : "s"), \(GroupedNumber.bytes(bytes))"
    if let progress { text += ", reading: \(Int(progress * 100)) %" }
    if let problem { text += ", \(problem)" }
    countLabel.text = text
    hintLabel.text =
      (wraps ? "W cuts long lines" : "W wraps long lines") + " \u{b7} "
      + (isFollowing ? "following the end, F stops" : "F follows the end")
    hintLabel.textColor = isFollowing ? .systemBlue : .secondaryLabel
    progressBar.isHidden = progress == nil
    progressBar.progress = progress ?? 1
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let half = max(0, bounds.width / 2 - 16)
    line.frame = CGRect(x: 0, y: 0, width: bounds.width, height: 1)
    countLabel.frame = CGRect(x: 12, y: 1, width: half, height: bounds.height - 1)
    hintLabel.frame = CGRect(x: bounds.width - half - 12, y: 1, width: half, height: bounds.height - 1)
    progressBar.frame = CGRect(x: 0, y: 0, width: bounds.width, height: 3)
  }
}
