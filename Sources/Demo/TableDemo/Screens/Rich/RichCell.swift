import DemoParts
import UIKit

/// A round picture, four labels of which one wraps, a switch and a progress bar, held together by constraints, from
/// which the row has its height.
final class RichCell: AssembledCell {
  /// Called with what the switch is turned to.
  var onToggle: ((Bool) -> Void)?

  private let pictureView = UIImageView()
  private let nameLabel = UILabel(.scaled(17, .bold), expands: true)
  private let timeLabel = UILabel(.scaled(13), Palette.secondary, expands: true)
  private let messageLabel = UILabel(.scaled(15), lines: 0, expands: true)
  private let captionLabel = UILabel(.scaled(13), Palette.secondary, expands: true)
  private let progressView = UIProgressView(progressViewStyle: .default)
  private let toggle = UISwitch()
  /// Where the time stands: beside the name, or below it where text is very large.
  private var timeBeside: [NSLayoutConstraint] = []
  private var timeBelow: [NSLayoutConstraint] = []

  override func assemble() {
    selectionStyle = .none
    toggle.accessibilityLabel = "Marked"
    toggle.addAction(
      UIAction { [weak self] _ in self.map { $0.onToggle?($0.toggle.isOn) } }, for: .valueChanged)
    for view in [pictureView, nameLabel, timeLabel, messageLabel, captionLabel, progressView, toggle] {
      view.translatesAutoresizingMaskIntoConstraints = false
      contentView.addSubview(view)
    }
    constrain()
    placeTime()
  }

  func show(_ row: RichRow, isOn: Bool) {
    pictureView.image = RichPicture.image(row.picture)
    nameLabel.text = row.name
    timeLabel.text = row.time
    messageLabel.text = row.message
    captionLabel.text = row.caption
    progressView.progress = row.progress
    toggle.isOn = isOn
  }

  private func constrain() {
    // The switch and the time are as wide as they are: messages fill what is left, names are cut.
    for view in [toggle, timeLabel] {
      view.setContentHuggingPriority(.required, for: .horizontal)
      view.setContentCompressionResistancePriority(.required, for: .horizontal)
    }
    captionLabel.setContentHuggingPriority(.required, for: .horizontal)
    // Height beyond the requested one, such as the point of the separator, goes to the message.
    messageLabel.setContentHuggingPriority(UILayoutPriority(249), for: .vertical)
    let usualBar = progressView.widthAnchor.constraint(equalToConstant: 200)
    usualBar.priority = .defaultLow
    let margins = contentView.layoutMarginsGuide
    NSLayoutConstraint.activate([
      pictureView.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
      pictureView.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 12),
      pictureView.widthAnchor.constraint(equalToConstant: RichPicture.side),
      pictureView.heightAnchor.constraint(equalToConstant: RichPicture.side),

      nameLabel.leadingAnchor.constraint(equalTo: pictureView.trailingAnchor, constant: 16),
      nameLabel.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 10),

      messageLabel.leadingAnchor.constraint(equalTo: nameLabel.leadingAnchor),
      messageLabel.trailingAnchor.constraint(equalTo: toggle.leadingAnchor, constant: -16),

      captionLabel.leadingAnchor.constraint(equalTo: nameLabel.leadingAnchor),
      captionLabel.topAnchor.constraint(equalTo: messageLabel.bottomAnchor, constant: 6),
      captionLabel.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -10),
      progressView.leadingAnchor.constraint(greaterThanOrEqualTo: captionLabel.trailingAnchor, constant: 16),
      progressView.centerYAnchor.constraint(equalTo: captionLabel.centerYAnchor),
      progressView.trailingAnchor.constraint(equalTo: messageLabel.trailingAnchor),
      usualBar,

      toggle.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
      toggle.centerYAnchor.constraint(equalTo: contentView.centerYAnchor),
    ])
    timeBeside = [
      timeLabel.leadingAnchor.constraint(greaterThanOrEqualTo: nameLabel.trailingAnchor, constant: 8),
      timeLabel.firstBaselineAnchor.constraint(equalTo: nameLabel.firstBaselineAnchor),
      timeLabel.trailingAnchor.constraint(equalTo: messageLabel.trailingAnchor),
      messageLabel.topAnchor.constraint(equalTo: nameLabel.bottomAnchor, constant: 4),
    ]
    timeBelow = [
      nameLabel.trailingAnchor.constraint(lessThanOrEqualTo: messageLabel.trailingAnchor),
      timeLabel.leadingAnchor.constraint(equalTo: nameLabel.leadingAnchor),
      timeLabel.topAnchor.constraint(equalTo: nameLabel.bottomAnchor, constant: 4),
      messageLabel.topAnchor.constraint(equalTo: timeLabel.bottomAnchor, constant: 4),
    ]
  }

  private func placeTime() {
    let isBelow = UITraitCollection.stacksColumns
    nameLabel.numberOfLines = isBelow ? 0 : 1
    NSLayoutConstraint.deactivate(isBelow ? timeBeside : timeBelow)
    NSLayoutConstraint.activate(isBelow ? timeBelow : timeBeside)
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    placeTime()
  }
}
