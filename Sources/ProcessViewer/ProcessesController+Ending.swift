import DemoParts
import UIKit

/// Asking processes to end, which has to be confirmed.
extension ProcessesController {
  /// Has the user confirm that the selected process is to end: at the other end of the screen, or with another key, so
  /// that neither a key held down nor a double click does both.
  func askToEndSelected() {
    guard let path = tableView.indexPathForSelectedRow, let identity = dataSource.itemIdentifier(for: path),
      let process = figures(of: identity)
    else {
      notice = "Select a process to terminate it"
      return showStatus()
    }
    guard candidate != identity else { return }
    candidate = identity
    notice = nil
    noticeBar = NoticeBar(
      "Send SIGTERM to \(process.name) (\(identity.pid))?",
      actions: [
        NoticeBar.Action("Keep (Esc)") { [weak self] in self?.forgetCandidate() },
        NoticeBar.Action("Terminate (Return)", isDestructive: true) { [weak self] in self?.endCandidate() },
      ])
    showStatus()
  }

  /// Ends the process the user has been asked about.
  /// - Returns: whether there is one.
  @discardableResult
  func endCandidate() -> Bool {
    guard let candidate, let process = figures(of: candidate) else { return false }
    end(process)
    return true
  }

  func forgetCandidate() {
    notice = nil
    candidate = nil
    noticeBar = nil
    showStatus()
  }

  private func end(_ process: ProcessEntry) {
    forgetCandidate()
    Task {
      let name = "\(process.name) (\(process.identity.pid))"
      let problem = await sampler.terminate(process.identity)
      notice = problem.map { "\(name) cannot be terminated: \($0)" } ?? "\(name) was sent SIGTERM"
      showStatus()
    }
  }

  func menu(for process: ProcessEntry) -> UIMenu {
    let name = "\(process.name) (\(process.identity.pid))"
    let command = process.command.isEmpty ? process.name : process.command
    return UIMenu(
      title: name,
      children: [
        UIAction(title: "Copy PID", image: UIImage(systemName: "doc.on.doc")) { _ in
          UIPasteboard.general.string = String(process.identity.pid)
        },
        UIAction(title: "Copy Command") { _ in UIPasteboard.general.string = command },
        UIMenu(
          title: "Terminate", options: .destructive,
          children: [
            UIAction(title: "Send SIGTERM to \(name)", attributes: .destructive) { [weak self] _ in self?.end(process) }
          ]),
      ])
  }
}
