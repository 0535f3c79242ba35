/// The idle views, and how many of them are kept.
///
/// Limits follow what was visible at once and are lowered by `beginEpoch` and `shrink` only, never by scrolling: a view
/// that a scrolled table let go would have to be made again.
extension ReuseQueue {
  /// Idle views that were let go.
  package struct Released {
    /// Under which they waited.
    package var identifier: String
    /// How many.
    package var count: Int
  }

  /// Makes a view idle that is no longer shown; lets it go without identifier or when enough wait.
  /// - Returns: whether the view waits now.
  @discardableResult
  package mutating func recycle(_ view: View, identifier: String?) -> Bool {
    guard let identifier else { return false }
    let place = places[identifier] ?? addPool(for: identifier)
    guard pools[place].views.count < idleLimit else { return false }
    uses += 1
    pools[place].lastUse = uses
    pools[place].views.append(view)
    idleCount += 1
    return true
  }

  private mutating func addPool(for identifier: String) -> Int {
    pools.append(Pool(identifier: identifier))
    places[identifier] = pools.count - 1
    return pools.count - 1
  }

  /// Takes one view out of its pool that is about to be shown without having been dequeued.
  /// - Returns: whether it waited there.
  /// - Complexity: O(views of the identifier).
  package mutating func withdraw(_ view: View, identifier: String) -> Bool {
    guard let place = places[identifier], let slot = pools[place].views.firstIndex(where: { $0 === view }) else {
      return false
    }
    pools[place].views.remove(at: slot)
    idleCount -= 1
    return true
  }

  /// What was visible at once from now on counts by itself; what was before counts until the next call.
  /// - Parameter screenful: how many views a screen holds at least.
  package mutating func beginEpoch(screenful: Int) {
    self.screenful = max(screenful, 1)
    formerPeak = peak
    peak = visible.count
    exactPeak = Double(peak)
  }

  /// The screen holds a smaller part of what it did.
  /// - Parameters:
  ///   - part: the new height by the old one.
  ///   - screenful: how many views a screen holds at least.
  package mutating func shrink(to part: Double, screenful: Int) {
    self.screenful = max(screenful, 1)
    exactPeak = max(exactPeak, Double(formerPeak)) * min(max(part, 0), 1)
    peak = Int(exactPeak.rounded(.up))
    formerPeak = 0
  }

  /// Lets the views go that wait beyond `idleLimit`.
  package mutating func trim() -> [Released] {
    var released: [Released] = []
    for place in pools.indices {
      let surplus = pools[place].views.count - idleLimit
      guard surplus > 0 else { continue }
      pools[place].views.removeFirst(surplus)
      idleCount -= surplus
      released.append(Released(identifier: pools[place].identifier, count: surplus))
    }
    return released
  }

  /// Lets the pools go that were not used for longest, until three quarters of `totalLimit` are left.
  /// - Complexity: O(pools · log pools).
  package mutating func evict() -> [Released] {
    var released: [Released] = []
    let kept = totalLimit * 3 / 4
    var views = idleCount
    var rest = pools.count
    var gone: Set<String> = []
    for pool in pools.sorted(by: { $0.lastUse < $1.lastUse }) {
      guard views > kept || rest > kept else { break }
      views -= pool.views.count
      rest -= 1
      gone.insert(pool.identifier)
      if !pool.views.isEmpty { released.append(Released(identifier: pool.identifier, count: pool.views.count)) }
    }
    pools.removeAll { gone.contains($0.identifier) }
    idleCount = views
    places.removeAll(keepingCapacity: true)
    for (place, pool) in pools.enumerated() { places[pool.identifier] = place }
    return released
  }

  /// Lets all idle views go.
  package mutating func drain() {
    pools.removeAll()
    places.removeAll()
    idleCount = 0
  }
}
