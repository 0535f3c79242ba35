import Foundation
import TableModel
import UIKitCore

/// The layout pass of a collection view, which brings the screen in line with offset, size and data: it conducts the other
/// facets.
@MainActor
final class CollectionPass: CollectionFacet {
  /// Does the work that is due, and then carries out a batch that a callback closed meanwhile. Called by `layoutSubviews`.
  func run() {
    layOut()
    let work = view.work
    guard work.isDue(.batch), work.isResting else { return }
    // A batch closed by its callbacks waits for the next pass: callbacks that always close another one cost frames, not
    // a hang.
    view.updates.commitWaiting()
  }

  /// Does the work that is due but for a batch that waits. Within itself it does nothing.
  func layOut() {
    let view = view
    let work = view.work
    work.whileTiling {
      if work.isDue(.layout) { takeNextLayout() }
      if work.isDue(.load) { load() }
      // A callback may have asked for more.
      untilSettled { !work.mustEnd && !(view.elements.layOutRound(of: view) && work.isDone) }
      if !work.mustEnd { view.elements.passDidEnd() }
      view.places.passDidEnd()
    }
  }

  /// Asks for counts that are due, and lays nothing out. Within a step of a piece of work it does nothing.
  func loadIfNeeded() {
    let work = view.work
    guard work.isDue(.load), work.isWhole else { return }
    let outer = work.begin(.tiling)
    load()
    work.end(outer)
  }

  private func load() {
    let work = view.work
    // The counts that are about to be asked include the changes of a batch that waits.
    view.updates.loadWillAsk()
    let keepsItems = !work.isDue(.newData)
    work.settle([.load, .newData])
    work.add(.placing)
    let outer = work.begin(.loading)
    let isDone = exchangeItems(keepsItems: keepsItems)
    work.end(outer)
    if !isDone { work.add(keepsItems ? .load : [.load, .newData]) }
  }

  /// - Returns: false when a callback requested other counts meanwhile.
  private func exchangeItems(keepsItems: Bool) -> Bool {
    let view = view
    let counts = view.app.itemCounts()
    guard !view.work.mustEnd else { return false }
    view.places.whileOutdated {
      view.reorder.abandon()
      view.updates.endMovements()
      view.elements.removeAll()
    }
    // The delegate, told of views that left, may have changed the data: the counts are outdated.
    guard !view.work.mustEnd else { return false }
    view.places.load(counts)
    for follower in view.followers { follower.itemsWereLoaded(keepsItems: keepsItems, in: view.places.index) }
    return true
  }

  // MARK: Layouts

  private func takeNextLayout() {
    let places = view.places
    view.work.settle(.layout)
    guard let new = places.nextLayout else { return }
    places.keepLayout()
    if new !== places.layout { setLayout(new) }
  }

  /// Takes another layout.
  func setLayout(_ new: UICollectionViewLayout) {
    let view = view
    view.places.layoutWillBeExchanged(for: new)
    view.reorder.abandon()
    // Nothing is laid out, and no completion called, before the layout is exchanged.
    let outer = view.work.begin(.reporting)
    view.updates.endMovements { view.elements.removeSupplementaryViews() }
    view.places.setLayout(new)
    view.work.end(outer)
  }
}
