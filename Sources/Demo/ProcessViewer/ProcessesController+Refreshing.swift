import DemoParts
import UIKit

/// Refreshing: samples the processes each second while the screen is visible.
extension ProcessesController {
  private static let interval = Duration.seconds(1)

  func startRefreshing() {
    guard refreshing == nil else { return }
    refreshing = Task { [weak self] in
      while !Task.isCancelled, await self?.refresh() != nil {
        try? await Task.sleep(for: Self.interval)
      }
    }
  }

  func stopRefreshing() {
    refreshing?.cancel()
    refreshing = nil
  }

  private func refresh() async {
    guard !isPaused, UIApplication.shared.applicationState != .background else { return }
    do throws(UnreadableInput) {
      receive(try await sampler.list(after: list))
    } catch {
      show(error)
    }
  }

  /// Shows a newer list. One that comes while the user moves the content, presses a row or has a menu open is dropped:
  /// rows do not move away under the pointer, and the next look is not far.
  func receive(_ newer: ProcessList) {
    guard !isPaused, !isUserBusy else { return }
    var next = newer
    // Both may have been changed while the processes were looked at.
    next.sorting = list.sorting
    next.filter = list.filter
    show(next, selectionPlace(isExact: true))
  }

  private var isUserBusy: Bool {
    isMenuOpen || tableView.isTracking || tableView.isDragging || tableView.isDecelerating
      || tableView.visibleCells.contains { $0.isHighlighted }
  }
}
