import Foundation
import TableModel
import UIKitCore

/// The scroll views of sections that scroll across, and how far each was scrolled.
///
/// A strip on screen has a scroll view as large as its visible part, which holds the views of its items. One that leaves
/// the screen gives its scroll view to another section, and finds its offset again when it comes back.
@MainActor
final class SectionStrips: CollectionFacet, ItemFollower {
  private var shown: [Int: SectionScrollView] = [:]
  private var spare: [SectionScrollView] = []
  private var offsets: [Int: Double] = [:]

  /// How far the strip of a section was scrolled, in points; nil for one that was not.
  func offset(ofSection section: Int) -> Double? { offsets[section] }

  /// The scroll view of a section's strip on screen.
  func scrollView(ofSection section: Int) -> SectionScrollView? { shown[section] }

  /// Gives the strips on screen their scroll views. Called in each round of a pass.
  func follow(_ strips: ContiguousArray<Strip>, of view: UICollectionView) {
    guard !strips.isEmpty || !shown.isEmpty else { return }
    for section in shown.keys where !strips.contains(where: { $0.section == section }) {
      if let scrollView = shown.removeValue(forKey: section) { release(scrollView) }
    }
    for strip in strips {
      let scrollView = shown[strip.section] ?? take(strip.section, of: view)
      scrollView.show(strip)
      // One that became shorter rests at its end.
      if scrollView.stripOffset != strip.offset { note(scrollView.stripOffset, ofSection: strip.section) }
    }
  }

  /// Puts a view into the scroll view of its section's strip: what is fastened to cells above them.
  func put(_ shown: UICollectionReusableView, _ tile: ElementTile, of view: UICollectionView) {
    guard let strip = self.shown[Int(tile.position.section)], shown.superview !== strip else { return }
    view.tree.forget(shown)
    if tile.position.isCell { strip.insertSubview(shown, at: strip.bottomOfContent) } else { strip.addSubview(shown) }
  }

  private func take(_ section: Int, of view: UICollectionView) -> SectionScrollView {
    let scrollView = spare.popLast() ?? SectionScrollView(of: view)
    scrollView.begin(section)
    if scrollView.superview !== view { view.tree.addStrip(scrollView, of: view) }
    shown[section] = scrollView
    return scrollView
  }

  /// A strip left the screen: its scroll view waits for another one, and rests.
  private func release(_ scrollView: SectionScrollView) {
    scrollView.rest()
    spare.append(scrollView)
  }

  /// The user has scrolled a strip.
  fileprivate func didScroll(_ section: Int, to offset: Double) {
    guard offsets[section] != offset else { return }
    note(offset, ofSection: section)
    view.setNeedsLayout()
  }

  private func note(_ offset: Double, ofSection section: Int) {
    offsets[section] = offset
    view.places.layout.scrollStrip(ofSection: section, to: offset)
  }

  /// Scrolls a strip so that a place of its content is seen.
  /// - Parameters:
  ///   - frame: in content coordinates, as long as nothing is scrolled.
  ///   - position: where it is to be along the strip.
  func scroll(_ strip: Strip, to frame: CGRect, at position: UICollectionView.ScrollPosition, animated: Bool) {
    let place = strip.inContent(frame)
    let (low, length, room) =
      strip.isHorizontal
      ? (place.minX, place.width, strip.frame.width) : (place.minY, place.height, strip.frame.height)
    typealias Position = UICollectionView.ScrollPosition
    let leading: Position = strip.isHorizontal ? .left : .top
    let middle: Position = strip.isHorizontal ? .centeredHorizontally : .centeredVertically
    let trailing: Position = strip.isHorizontal ? .right : .bottom
    var target = strip.offset
    if position.contains(middle) {
      target = low + length / 2 - room / 2
    } else if position.contains(leading) || !position.contains(trailing) && low < target {
      target = low
    } else if position.contains(trailing) || low + length > target + room {
      target = low + length - room
    }
    target = min(max(target, 0), strip.largestOffset)
    guard target != strip.offset else { return }
    guard let scrollView = shown[strip.section] else {
      note(target, ofSection: strip.section)
      return view.work.note(.placing)
    }
    scrollView.setContentOffset(strip.point(target), animated: animated)
  }

  // MARK: Following the items

  func itemsWereLoaded(keepsItems: Bool, in index: RowHeightIndex) {
    guard !keepsItems, !offsets.isEmpty else { return }
    offsets.removeAll()
    // The layout forgets the offsets with its places.
    view.places.layout.invalidateLayout()
  }

  func follow(_ plan: UpdatePlan, from old: RowHeightIndex) {
    guard !offsets.isEmpty || !shown.isEmpty else { return }
    func moved<Value>(_ values: [Int: Value], _ gone: (Value) -> Void) -> [Int: Value] {
      var new: [Int: Value] = [:]
      for (section, value) in values {
        if let section = plan.newSection(of: section) { new[section] = value } else { gone(value) }
      }
      return new
    }
    offsets = moved(offsets) { _ in }
    shown = moved(shown, release)
    for (section, scrollView) in shown { scrollView.begin(section) }
    // The places were made with the offsets of the sections before.
    view.places.layout.invalidateLayout()
  }

  override func checkInvariants() {
    guard view.work.isDone else { return }
    precondition(
      shown.keys.sorted() == view.places.plan.strips.map(\.section), "strips on screen have no scroll view")
    for strip in view.places.plan.strips {
      precondition(shown[strip.section]?.frame == strip.frame, "the strip of section \(strip.section) is misplaced")
    }
  }
}

/// Scrolls the items of one section across.
final class SectionScrollView: UIScrollView, UIScrollViewDelegate {
  /// The section whose strip it shows; nil for one that waits.
  private var section: Int?
  private weak var view: UICollectionView?
  private var strip: Strip?

  fileprivate init(of view: UICollectionView) {
    self.view = view
    super.init(frame: .zero)
    backgroundColor = nil
    clipsToBounds = false
    autoresizesSubviews = false
    showsHorizontalScrollIndicator = false
    showsVerticalScrollIndicator = false
    contentInsetAdjustmentBehavior = .never
    tellOfMovement(self)
  }

  /// Archives are not read. Always nil.
  required init?(coder: NSCoder) { nil }

  /// From now on it shows the strip of a section.
  fileprivate func begin(_ section: Int) {
    self.section = section
    isHidden = false
  }

  /// It shows none any more, and stands still.
  fileprivate func rest() {
    (section, strip) = (nil, nil)
    isHidden = true
    makeWay(animated: false)
  }

  fileprivate func show(_ new: Strip) {
    guard new != strip else { return }
    strip = new
    if frame != new.frame { frame = new.frame }
    if contentSize != new.contentSize { contentSize = new.contentSize }
    isPagingEnabled = new.behavior == .paging
    decelerationRate = new.behavior == .continuous ? .normal : .fast
    let place = new.point(new.offset)
    // Content that moves by itself may be beyond an end.
    if contentOffset != place, !isMovingByItself, !isDragging { contentOffset = place }
  }

  /// How far it is scrolled.
  fileprivate var stripOffset: Double { strip?.isHorizontal ?? true ? contentOffset.x : contentOffset.y }

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    guard let section else { return }
    view?.strips.didScroll(section, to: stripOffset)
  }

  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    guard let strip, let section, let layout = view?.places.layout else { return }
    let target = targetContentOffset.pointee
    let rest = layout.restingOffset(
      of: strip, inSection: section, strip.isHorizontal ? target.x : target.y, from: stripOffset,
      velocity: strip.isHorizontal ? velocity.x : velocity.y)
    if strip.isHorizontal { targetContentOffset.pointee.x = rest } else { targetContentOffset.pointee.y = rest }
  }
}
