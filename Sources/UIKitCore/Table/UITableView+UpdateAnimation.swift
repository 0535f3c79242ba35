import Foundation

extension UITableView {
  /// Seconds an update takes to be shown.
  static let updateDuration = 0.3

  /// Shows how an update comes about. The model has its final state already.
  func animate(_ movement: UpdateMovement, _ batch: UpdateBatch) {
    // A reload that the delegate asks for when told has to wait: it would end the rest of them too.
    updates.isLocked = true
    for departure in movement.ended {
      updates.departures.removeAll { $0.view === departure.view }
      end(departure)
    }
    updates.isLocked = false
    guard !movement.starts.isEmpty, let animator = window?.application.animator else {
      endHeldDepartures()
      whenWhole { batch.complete(true) }
      return
    }
    let animation = UpdateAnimation(batch)
    updates.departures.removeAll { $0.animation == nil }
    for var departure in movement.departures {
      departure.animation = animation
      updates.departures.append(departure)
      insertSubview(departure.view, at: bottomOfContent)
    }
    for cell in movement.moved {
      if let top = topCellIndex { insertSubview(cell, at: top) }
    }
    updates.animation?.isOvertaken = true
    updates.animation = animation
    giveGround()
    let parameters = AnimationParameters(duration: Self.updateDuration, delay: 0, curve: .easeInOut)
    animator.run(parameters, from: movement.starts) { [weak self] finished in
      guard let self else { return animation.complete(false) }
      self.updateAnimationDidEnd(animation, finished)
    }
  }

  private func updateAnimationDidEnd(_ animation: UpdateAnimation, _ finished: Bool) {
    endDepartures(of: animation)
    if updates.animation === animation {
      updates.animation = nil
      for entry in cells.visible { entry.view.ground = nil }
    }
    whenWhole { animation.complete(finished) }
  }

  /// Rows of a plain table show the table's background through; while they pass over each other they need one of
  /// their own.
  private func giveGround() {
    guard style == .plain, backgroundView == nil, let color = backgroundColor else { return }
    for entry in cells.visible { entry.view.ground = color }
    for departure in updates.departures { (departure.view as? UITableViewCell)?.ground = color }
  }
}
