import DemoParts
import UIKit

/// A picture of the welcome to click, with a title and a sentence: below it, or beside it where the card is a line of its
/// own.
final class WelcomeCard: UIControl {
  private let picture: WelcomePicture
  private let titleLabel = UILabel(.preferredFont(forTextStyle: .headline))
  private let detailLabel = UILabel(.preferredFont(forTextStyle: .subheadline), Palette.secondary, lines: 0)

  private static let inset: CGFloat = 10
  /// Wider cards have their texts beside the picture.
  private static let widest: CGFloat = 380
  private static let pictureWidth: CGFloat = 140

  init(_ subject: WelcomePicture.Subject, title: String, detail: String, action: @escaping @MainActor () -> Void) {
    picture = WelcomePicture(subject)
    super.init(frame: .zero)
    backgroundColor = .secondarySystemGroupedBackground
    layer.cornerRadius = 12
    hoverStyle = UIHoverStyle(shape: .rect(cornerRadius: 12))
    titleLabel.text = title
    detailLabel.text = detail
    for view in [picture, titleLabel, detailLabel] { addSubview(view) }
    addAction(UIAction { _ in action() }, for: .touchUpInside)
  }

  required init?(coder: NSCoder) { nil }

  override var isHighlighted: Bool { didSet { alpha = isHighlighted ? 0.7 : 1 } }

  private func places(in width: CGFloat) -> (picture: CGRect, title: CGRect, detail: CGRect) {
    let inset = Self.inset
    let isRow = width > Self.widest
    let pictureWidth = isRow ? Self.pictureWidth : max(0, width - 2 * inset)
    let picture = CGRect(
      x: inset, y: inset, width: pictureWidth, height: WelcomePicture.height(ofWidth: pictureWidth))
    let left = isRow ? picture.maxX + 14 : inset + 4
    let text = max(0, width - left - inset - 4)
    let fit = CGSize(width: text, height: .greatestFiniteMagnitude)
    let title = CGRect(
      x: left, y: isRow ? inset + 4 : picture.maxY + 10, width: text, height: titleLabel.sizeThatFits(fit).height)
    let detail = CGRect(x: left, y: title.maxY + 3, width: text, height: detailLabel.sizeThatFits(fit).height)
    return (picture, title, detail)
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    let places = places(in: size.width)
    return CGSize(width: size.width, height: max(places.picture.maxY, places.detail.maxY + 4) + Self.inset)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let places = places(in: bounds.width)
    (picture.frame, titleLabel.frame, detailLabel.frame) = (places.picture, places.title, places.detail)
  }
}

/// A file that was open before: its name, and its path below.
final class WelcomeFileRow: UIControl {
  /// Where the file is.
  let path: String
  private let nameLabel = UILabel(.preferredFont(forTextStyle: .body))
  private let pathLabel = UILabel(.preferredFont(forTextStyle: .caption1), Palette.secondary)

  private static let inset: CGFloat = 14
  private static let padding: CGFloat = 7

  init(path: String, action: @escaping @MainActor (String) -> Void) {
    self.path = path
    super.init(frame: .zero)
    hoverStyle = .automatic()
    nameLabel.text = path.split(separator: "/").last.map(String.init) ?? path
    pathLabel.text = path
    pathLabel.lineBreakMode = .byTruncatingMiddle
    addSubview(nameLabel)
    addSubview(pathLabel)
    addAction(UIAction { _ in action(path) }, for: .touchUpInside)
  }

  required init?(coder: NSCoder) { nil }

  override var isHighlighted: Bool { didSet { alpha = isHighlighted ? 0.7 : 1 } }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    let height = nameLabel.sizeThatFits(.zero).height + pathLabel.sizeThatFits(.zero).height
    return CGSize(width: size.width, height: height.rounded(.up) + 2 * Self.padding)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let width = max(0, bounds.width - 2 * Self.inset)
    let name = nameLabel.sizeThatFits(.zero).height
    nameLabel.frame = CGRect(x: Self.inset, y: Self.padding, width: width, height: name)
    pathLabel.frame = CGRect(
      x: Self.inset, y: Self.padding + name, width: width, height: max(0, bounds.height - name - 2 * Self.padding))
  }
}

/// The place that asks for files: a frame with words and a button.
final class WelcomeDropView: UIView {
  private let label = UILabel(.preferredFont(forTextStyle: .body), text: "Drop a log or a CSV here")
  private let button: UIButton

  init(open: @escaping @MainActor () -> Void) {
    var look = UIButton.Configuration.filled()
    look.baseBackgroundColor = Palette.blueGround
    button = UIButton(configuration: look, primaryAction: UIAction(title: "Open\u{2026}") { _ in open() })
    super.init(frame: .zero)
    isOpaque = false
    addSubview(label)
    addSubview(button)
  }

  required init?(coder: NSCoder) { nil }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: max(button.sizeThatFits(size).height, label.sizeThatFits(size).height) + 28)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let fit = button.sizeThatFits(bounds.size)
    let text = min(label.sizeThatFits(bounds.size).width.rounded(.up), max(0, bounds.width - fit.width - 44))
    let left = ((bounds.width - text - 14 - fit.width) / 2).rounded()
    label.frame = CGRect(x: left, y: 0, width: text, height: bounds.height)
    button.frame = CGRect(
      x: left + text + 14, y: ((bounds.height - fit.height) / 2).rounded(), width: fit.width, height: fit.height)
    setNeedsDisplay()
  }

  override func draw(_ rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.setStrokeColor(UIColor.systemGray.cgColor)
    context.setLineWidth(1.5)
    let (dash, gap): (CGFloat, CGFloat) = (7, 5)
    let frame = bounds.insetBy(dx: 1, dy: 1)
    for x in stride(from: frame.minX, to: frame.maxX, by: dash + gap) {
      for y in [frame.minY, frame.maxY] {
        context.strokeLine(from: CGPoint(x: x, y: y), to: CGPoint(x: min(x + dash, frame.maxX), y: y))
      }
    }
    for y in stride(from: frame.minY, to: frame.maxY, by: dash + gap) {
      for x in [frame.minX, frame.maxX] {
        context.strokeLine(from: CGPoint(x: x, y: y), to: CGPoint(x: x, y: min(y + dash, frame.maxY)))
      }
    }
  }
}
