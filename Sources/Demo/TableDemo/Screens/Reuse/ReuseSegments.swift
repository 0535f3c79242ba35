import DemoParts
import UIKit

/// A choice of one among several, with a caption before it.
final class ReuseSegments: UIView {
  /// Called when the user has chosen another.
  var onChange: ((Int) -> Void)?
  /// The number of the chosen one.
  var selection: Int {
    get { control.selectedSegmentIndex }
    set { control.selectedSegmentIndex = newValue }
  }
  var isEnabled: Bool {
    get { control.isEnabled }
    set {
      control.isEnabled = newValue
      // Grey titles cannot be read on the ground of a choice that can be changed.
      control.selectedSegmentTintColor = newValue ? nil : .secondarySystemBackground
    }
  }

  private let captionLabel = UILabel(.compact(13))
  private let control: UISegmentedControl
  private static let gap: CGFloat = 8

  /// - Parameters:
  ///   - caption: stands before the choices; empty for none.
  ///   - selection: the number of the first choice that is made.
  init(_ caption: String, _ titles: [String], selection: Int = 0) {
    control = UISegmentedControl(items: titles)
    super.init(frame: .zero)
    control.apportionsSegmentWidthsByContent = true
    control.selectedSegmentIndex = selection
    control.addAction(
      UIAction { [weak self] _ in self.map { $0.onChange?($0.selection) } }, for: .valueChanged)
    control.setTitleTextAttributes([.foregroundColor: Palette.secondary], for: .disabled)
    control.accessibilityLabel = caption
    captionLabel.text = caption
    for view in [captionLabel, control] { addSubview(view) }
  }

  required init?(coder: NSCoder) { nil }

  override var accessibilityLabel: String? { didSet { control.accessibilityLabel = accessibilityLabel } }

  /// Chooses the next one, after the last the first.
  func chooseNext() {
    guard isEnabled else { return }
    selection = (selection + 1) % control.numberOfSegments
    onChange?(selection)
  }

  private var left: CGFloat {
    captionLabel.text?.isEmpty == false ? captionLabel.intrinsicContentSize.width.rounded(.up) + Self.gap : 0
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: left + control.sizeThatFits(size).width, height: CompactType.length(28))
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    captionLabel.frame = CGRect(x: 0, y: 0, width: max(0, left - Self.gap), height: bounds.height)
    control.frame = CGRect(x: left, y: 0, width: max(0, bounds.width - left), height: bounds.height)
  }
}
