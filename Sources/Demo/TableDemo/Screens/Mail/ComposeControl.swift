import DemoParts
import UIKit

/// The control above the first row while the list is pulled: a refresh control with a look of its own, which names in
/// each state the effect of letting go.
final class ComposeControl: UIRefreshControl {
  private let card = UIView()
  private let sign = UIImageView()
  private let titleLabel = UILabel(.systemFont(ofSize: 17, weight: .semibold))
  private var pullState = PullState.normal
  private var pull: CGFloat = 0

  private static let signSide: CGFloat = 28

  override init(frame: CGRect) {
    super.init(frame: frame)
    // In place of the spinner.
    tintColor = .clear
    sign.image = UIImage(systemName: "plus.circle.fill")
    sign.bounds.size = CGSize(width: Self.signSide, height: Self.signSide)
    addSubview(card)
    card.addSubview(sign)
    card.addSubview(titleLabel)
    dress()
  }

  required init?(coder: NSCoder) { nil }

  /// - Parameter pull: points the list is pulled beyond its top; the card fills them.
  func show(_ state: PullState, pull: CGFloat) {
    if state != pullState {
      pullState = state
      UIView.animate(withDuration: 0.15) { dress() }
    }
    guard pull != self.pull else { return }
    self.pull = pull
    setNeedsLayout()
  }

  private func dress() {
    titleLabel.text = pullState.title
    let isFaint = pullState == .normal || pullState == .dragging
    card.backgroundColor =
      switch pullState {
      case .normal, .dragging: .secondarySystemBackground
      case .toggled: Palette.greenGround
      case .releasing: Palette.blueGround
      }
    titleLabel.textColor = isFaint ? Palette.secondary : .white
    sign.tintColor = isFaint ? Palette.secondary : .white
    sign.transform = isFaint ? .identity : CGAffineTransform(rotationAngle: .pi / 2)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let height = max(bounds.height, pull)
    card.frame = CGRect(x: 0, y: 0, width: bounds.width, height: height)
    // In the middle of what shows; pulled further, at the lower edge, where the list begins.
    let middle = (height - min(pull, bounds.height) / 2).rounded()
    sign.center = CGPoint(x: 20 + Self.signSide / 2, y: middle)
    titleLabel.frame = CGRect(x: 64, y: middle - 14, width: max(0, bounds.width - 84), height: 28)
  }
}
