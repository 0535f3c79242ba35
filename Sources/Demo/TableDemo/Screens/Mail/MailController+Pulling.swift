import UIKit

/// Pulling the list down makes a draft: while it is held the pull's state follows it, and letting go decides.
extension MailController {
  private var pull: CGFloat { max(0, -tableView.contentOffset.y) }

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    pullState.follow(pull: pull, threshold: composeControl.bounds.height, isHeld: scrollView.isDragging)
    composeControl.show(pullState, pull: pull)
  }

  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
    endRowEditing()
    // Held again before the draft had come.
    if pullState == .releasing { finishPull() }
  }

  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    if pullState.letGo() {
      composeControl.show(pullState, pull: pull)
      if !decelerate { finishPull() }
    } else if composeControl.isRefreshing {
      // Pulled far enough, and back: no draft is wanted.
      composeControl.endRefreshing()
    }
  }

  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
    if pullState == .releasing { finishPull() }
  }

  /// The control's event: a pull that goes on decides when it is let go; a key decides at once.
  func pullPassedThreshold() {
    guard !tableView.isDragging else { return }
    composeControl.endRefreshing()
    compose()
  }

  /// The draft takes the place of the view above the first row, while that leaves upwards.
  private func finishPull() {
    pullState = .normal
    composeControl.endRefreshing()
    compose()
  }
}
