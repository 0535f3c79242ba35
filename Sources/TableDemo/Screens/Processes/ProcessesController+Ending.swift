import UIKit

/// Asking processes to end, which has to be confirmed.
extension ProcessesController {
  /// Asks the selected process to end, when called twice.
  func endSelected() {
    guard let path = tableView.indexPathForSelectedRow, let identity = dataSource.itemIdentifier(for: path),
      let process = figures(of: identity)
    else {
      notice = "Select a process to terminate it"
      return showStatus()
    }
    guard candidate == identity else {
      candidate = identity
      notice = "Terminate \(process.name) (\(identity.pid))? Once more sends SIGTERM, Escape keeps it"
      bar.rename(.keyboardT, to: "Terminate \(identity.pid)")
      return showStatus()
    }
    end(process)
  }

  func forgetCandidate() {
    notice = nil
    if candidate != nil { bar.rename(.keyboardT, to: Self.endTitle) }
    candidate = nil
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
