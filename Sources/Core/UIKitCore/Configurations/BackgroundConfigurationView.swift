import Foundation

/// Shows a background configuration; lies behind everything else in its cell.
final class BackgroundConfigurationView: UIView {
  var configuration: UIBackgroundConfiguration {
    didSet { if configuration != oldValue { show(previous: oldValue) } }
  }

  /// The host's margin that layout margins refer to, in points.
  var hostMargin = TableMetrics.cellMargin { didSet { if hostMargin != oldValue { setNeedsLayout() } } }

  private let fill = UIView(frame: .zero)
  private var picture: UIImageView?
  private var edge: UIView?

  init(_ configuration: UIBackgroundConfiguration) {
    self.configuration = configuration
    super.init(frame: .zero)
    isUserInteractionEnabled = false
    addSubview(fill)
    show(previous: nil)
  }

  required init?(coder: NSCoder) { nil }

  private func show(previous: UIBackgroundConfiguration?) {
    fill.backgroundColor = configuration.resolvedBackgroundColor(for: tintColor)
    if configuration.cornerRadius > 0 || fill.clipsToBounds {
      fill.layer.cornerRadius = configuration.cornerRadius
      fill.clipsToBounds = configuration.cornerRadius > 0
    }
    showImage()
    if previous?.customView !== configuration.customView {
      if let old = previous?.customView, old.superview === fill { old.removeFromSuperview() }
      if let view = configuration.customView { fill.addSubview(view) }
    }
    showEdge()
    setNeedsLayout()
  }

  private func showImage() {
    guard configuration.image != nil || picture != nil else { return }
    let view = picture ?? UIImageView(frame: .zero)
    if picture == nil {
      picture = view
      fill.insertSubview(view, at: 0)
    }
    view.image = configuration.image
    view.contentMode = configuration.imageContentMode
  }

  private func showEdge() {
    guard configuration.strokeWidth > 0 || edge != nil else { return }
    let view = edge ?? UIView(frame: .zero)
    if edge == nil {
      edge = view
      addSubview(view)
    }
    view.layer.borderWidth = max(0, configuration.strokeWidth)
    view.layer.borderColor = configuration.resolvedStrokeColor(for: tintColor)
    view.layer.cornerRadius = max(0, configuration.cornerRadius + configuration.strokeOutset)
  }

  override func tintColorDidChange() {
    super.tintColorDidChange()
    show(previous: configuration)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    var insets = configuration.backgroundInsets
    let margins = configuration.edgesAddingLayoutMarginsToBackgroundInsets
    if margins.contains(.leading) { insets.leading += hostMargin }
    if margins.contains(.trailing) { insets.trailing += hostMargin }
    fill.frame = bounds.inset(by: insets.sides(isTurned: isInRightToLeft))
    picture?.frame = fill.bounds
    configuration.customView?.frame = fill.bounds
    let outset = configuration.strokeOutset
    edge?.frame = fill.frame.insetBy(dx: -outset, dy: -outset)
  }
}
