import DemoParts
import UIKit

/// Asking processes to end, which has to be confirmed.
extension ProcessesController {
  /// Has the user confirm that the selected process is to end: by an alert far from the button, in which Return keeps the
  /// process, so that neither a key held down nor a double click does both.
  func askToEndSelected() {
    guard let path = tableView.indexPathForSelectedRow, let identity = dataSource.itemIdentifier(for: path),
      let process = figures(of: identity)
    else {
      notice = "Select a process to terminate it"
      return showStatus()
    }
    guard candidate != identity else { return }
    forgetCandidate()
    candidate = identity
    let alert = UIAlertController(
      title: "Send SIGTERM to \(process.name) (\(identity.pid))?",
      message: "What it has not saved may be lost.", preferredStyle: .alert)
    let keep = UIAlertAction(title: "Keep", style: .cancel) { [weak self] _ in self?.forgetCandidate() }
    alert.addAction(keep)
    alert.addAction(
      UIAlertAction(title: "Terminate", style: .destructive) { [weak self] _ in self?.end(process) })
    // Return ends nothing: Tab, the arrows and Space reach the other button.
    alert.preferredAction = keep
    question = alert
    present(alert, animated: true)
    showStatus()
  }

  /// Takes the question back.
  func forgetCandidate() {
    notice = nil
    candidate = nil
    if let question, question.presentingViewController != nil, !question.isBeingDismissed {
      question.dismiss(animated: true)
    }
    question = nil
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
