import Foundation
import UIKitCore

/// The marks the inspector draws over the views of the window: the inspected view, the edges of all views, and the
/// areas the last frame drew anew. Takes no events.
final class InspectorMarks: CommandView {
  /// The view to be marked.
  weak var highlighted: UIView? {
    didSet { if highlighted !== oldValue { setNeedsComposite() } }
  }
  /// Whether the edges of all views are drawn.
  var showsBorders = false {
    didSet { if showsBorders != oldValue { setNeedsComposite() } }
  }
  /// Whether areas that are drawn anew are covered with colour for a moment.
  var flashes = false {
    didSet {
      guard flashes != oldValue else { return }
      tracker = flashes ? DamageTracker() : nil
      shown = []
      setNeedsComposite()
    }
  }

  /// Compares what is below the marks with the frame before.
  private var tracker: DamageTracker?
  private var damage = Damage()
  /// In window points.
  private var shown: [CGRect] = []
  private var isFading = false
  private static let flashDuration = 0.25

  init() {
    super.init(frame: .zero)
    isUserInteractionEnabled = false
    isOpaque = false
  }

  required init?(coder: NSCoder) { nil }

  override func append(to builder: DisplayListBuilder, in rect: CGRect) {
    // First, while the list holds the views below only.
    if tracker != nil { appendFlashes(to: builder) }
    if showsBorders, let window { appendBorders(of: window, at: .zero, clip: rect, depth: 0, to: builder) }
    if let view = highlighted, view.window === window, window != nil {
      let place = RoundedRect(view.convert(view.bounds, to: nil), radius: 0)
      builder.fill(place.rect, UIColor.systemBlue.drawColor(in: builder.traits).multiplyingAlpha(by: 0.25))
      builder.stroke(place, width: 2, UIColor.systemBlue.drawColor(in: builder.traits))
    }
  }

  private func appendFlashes(to builder: DisplayListBuilder) {
    tracker?.update(with: builder.list, damage: &damage)
    let scale = builder.list.scale
    let fresh = damage.redraw.map {
      CGRect(
        x: CGFloat($0.x) / scale, y: CGFloat($0.y) / scale, width: CGFloat($0.width) / scale,
        height: CGFloat($0.height) / scale)
    }
    // A frame of the marks' own shows what there was until the time is up.
    if !fresh.isEmpty { shown = fresh }
    let color = UIColor.systemOrange.drawColor(in: builder.traits).multiplyingAlpha(by: 0.35)
    for rect in shown { builder.fill(rect, color) }
    guard !shown.isEmpty, !isFading else { return }
    isFading = true
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.flashDuration) { [weak self] in
      MainActor.assumeIsolated { self?.fade() }
    }
  }

  /// Takes the colour away.
  func fade() {
    isFading = false
    shown = []
    setNeedsComposite()
  }

  private func appendBorders(
    of view: UIView, at content: CGPoint, clip: CGRect, depth: Int, to builder: DisplayListBuilder
  ) {
    for child in view.subviews where !child.isHidden && child !== self && !(child is Inspector) {
      let frame = child.computedFrame.translated(by: content)
      let visible = frame.intersection(clip)
      if !visible.isNull, !visible.isEmpty {
        let color = Self.colours[depth % Self.colours.count].drawColor(in: builder.traits)
        builder.stroke(RoundedRect(visible, radius: 0), width: 1, color.multiplyingAlpha(by: 0.8))
      }
      let inner = child.clipsToBounds ? visible : clip
      guard !inner.isNull, !inner.isEmpty else { continue }
      appendBorders(of: child, at: frame.origin - child.bounds.origin, clip: inner, depth: depth + 1, to: builder)
    }
  }

  private static let colours: [UIColor] = [.systemRed, .systemBlue, .systemGreen, .systemOrange, .systemPurple]
}
