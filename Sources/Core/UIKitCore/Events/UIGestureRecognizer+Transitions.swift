import Foundation

/// The state machine: which steps are allowed, who waits for whom, who makes whom fail.
extension UIGestureRecognizer {
  /// Makes this gesture wait until `other` has failed. Both must watch the same touch for it to
  /// matter. The other recogniser is not kept alive.
  public final func require(toFail other: UIGestureRecognizer) {
    guard other !== self, !requirements.contains(where: { $0.value === other }) else { return }
    requirements.append(Weak(other))
    other.dependents.append(Weak(self))
  }

  /// Stops watching `touch`; for subclasses that find it does not belong to their gesture.
  public final func ignore(_ touch: UITouch, for event: UIEvent) { ignore(touch) }

  func ignore(_ touch: UITouch) {
    touches.removeAll { $0 === touch }
    touch.gestureRecognizers?.removeAll { $0 === self }
  }

  final var hasRecognized: Bool {
    current == .began || current == .changed || current == .ended
  }

  // MARK: Steps

  func transition(to new: State) {
    switch (current, new) {
    case (.possible, .began), (.possible, .ended): recognize(new)
    case (.possible, .failed), (.possible, .cancelled): fail()
    case (.began, .changed), (.changed, .changed): enter(.changed)
    case (.began, .ended), (.changed, .ended): enter(.ended)
    case (.began, .cancelled), (.changed, .cancelled), (.began, .failed), (.changed, .failed):
      enter(.cancelled)
    default: break
    }
  }

  /// Fails or cancels whatever is going on; the recogniser starts anew once its touches are up.
  func giveUp() {
    switch current {
    case .possible: if !touches.isEmpty { fail() }
    case .began, .changed: enter(.cancelled)
    case .ended, .cancelled, .failed: break
    }
  }

  /// Back to the start; called by the arbiter when no touch is left.
  func startAnew() {
    reset()
    touches.removeAll(keepingCapacity: true)
    current = .possible
    pending = nil
    deadline = nil
  }

  private func enter(_ new: State) {
    current = new
    deadline = nil
    for handler in handlers { handler(self) }
    // A copy: a method may add and remove others.
    for entry in targets {
      if let target = entry.target { entry.selector.perform(on: target, self) }
    }
  }

  private func recognize(_ new: State) {
    guard pending == nil else {
      pending = new
      return
    }
    guard mayBegin(), view?.gestureRecognizerShouldBegin(self) ?? true,
      delegate?.gestureRecognizerShouldBegin(self) ?? true
    else {
      fail()
      return
    }
    pending = new
    settlePending()
  }

  /// Goes on if nothing it requires to fail can still be recognised.
  private func settlePending() {
    guard let new = pending else { return }
    for other in competitors + requirements.compactMap(\.value) where requiresFailure(of: other) {
      if other.hasRecognized {
        fail()
        return
      }
      if other.current == .possible, !other.touches.isEmpty { return }
    }
    pending = nil
    for other in competitors where other.hasRecognized && prevents(by: other, self) {
      fail()
      return
    }
    for other in competitors where other.current == .possible && prevents(by: self, other) {
      other.fail()
    }
    if cancelsTouchesInView {
      for touch in touches { touch.window?.touchRouter.takeFromView(touch) }
    }
    // A lasting gesture that ended while it waited still begins first.
    if new == .ended, isLasting { enter(.began) }
    enter(new)
    for other in waiting { other.fail() }
  }

  private func fail() {
    guard current == .possible else { return }
    pending = nil
    deadline = nil
    let waiting = waiting
    current = .failed
    for other in waiting { other.settlePending() }
  }

  // MARK: Relations

  /// The other recognisers that watch one of this one's touches.
  private var competitors: [UIGestureRecognizer] {
    var found: [UIGestureRecognizer] = []
    for touch in touches {
      for other in touch.gestureRecognizers ?? []
      where other !== self && !found.contains(where: { $0 === other }) { found.append(other) }
    }
    return found
  }

  /// Those whose recognition is held back by this one.
  private var waiting: [UIGestureRecognizer] {
    var found = dependents.compactMap(\.value).filter { $0.pending != nil }
    for other in competitors
    where other.pending != nil && other.requiresFailure(of: self)
      && !found.contains(where: { $0 === other })
    { found.append(other) }
    return found
  }

  private func requiresFailure(of other: UIGestureRecognizer) -> Bool {
    if requirements.contains(where: { $0.value === other }) { return true }
    return delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) == true
      || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) == true
  }

  /// Whether `winner` keeps `loser` from being recognised.
  private func prevents(by winner: UIGestureRecognizer, _ loser: UIGestureRecognizer) -> Bool {
    guard winner.canPrevent(loser), loser.canBePrevented(by: winner) else { return false }
    return winner.delegate?.gestureRecognizer(
      winner, shouldRecognizeSimultaneouslyWith: loser) != true
      && loser.delegate?.gestureRecognizer(
        loser, shouldRecognizeSimultaneouslyWith: winner) != true
  }
}
