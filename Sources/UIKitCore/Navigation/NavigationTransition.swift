import Foundation

/// A change of the screen that a navigation controller shows, which takes time: the coming and the going view side by
/// side, the pages of the bar, and how far it has come.
@MainActor
final class NavigationTransition {
  /// In seconds.
  static let duration: TimeInterval = 0.35
  /// By which part of its width the lower view goes to the side.
  private static let parallax: CGFloat = 0.3

  let from: NavigationPage
  let to: NavigationPage
  let isPush: Bool
  /// The pages of the bar; nil for those that it does not show.
  var pages: (old: BarPage?, new: BarPage?)
  /// The height of the bar at the end and at the beginning, in points.
  var barHeights: (old: CGFloat, new: CGFloat) = (0, 0)
  /// Follows a finger.
  var isInteractive: Bool
  /// It ends where it began.
  var isReversed = false
  /// Darkens the lower view.
  let shade = UIView(frame: .zero)
  private(set) var progress: CGFloat = 0

  init(from: NavigationPage, to: NavigationPage, isPush: Bool, isInteractive: Bool) {
    self.from = from
    self.to = to
    self.isPush = isPush
    self.isInteractive = isInteractive
    shade.backgroundColor = .black
    shade.isUserInteractionEnabled = false
  }

  /// Puts views and the bar's pages where they are at a moment.
  /// - Parameters:
  ///   - progress: 0 at the beginning, 1 at the end.
  ///   - size: of the space the views move in, in points.
  ///   - sign: -1 where screens come from the left.
  func place(at progress: CGFloat, size: CGSize, sign: CGFloat) {
    self.progress = progress
    let (upper, lower) = isPush ? (to, from) : (from, to)
    let covered = isPush ? progress : 1 - progress
    upper.host.frame = CGRect(origin: CGPoint(x: sign * (size.width * (1 - covered)).rounded(), y: 0), size: size)
    lower.host.frame = CGRect(
      origin: CGPoint(x: -sign * (size.width * Self.parallax * covered).rounded(), y: 0), size: size)
    shade.frame = CGRect(origin: .zero, size: size)
    shade.alpha = 0.1 * covered
    let way = size.width / 3
    pages.old?.setTransition(distance: (isPush ? -way : way) * progress, share: max(0, 1 - 2 * progress))
    pages.new?.setTransition(distance: (isPush ? way : -way) * (1 - progress), share: max(0, 2 * progress - 1))
  }

  /// The views that move.
  var views: [UIView] {
    let moving: [UIView?] = [from.host, to.host, shade, pages.old, pages.new]
    return moving.compactMap(\.self)
  }
}
