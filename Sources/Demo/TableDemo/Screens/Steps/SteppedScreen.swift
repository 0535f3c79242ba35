import DemoParts
import UIKit

/// A screen on which the calls of the table can be told step by step, beside the rows or below them. Until that is asked
/// for nothing is recorded.
class SteppedScreen: CommandScreen {
  /// Records what the table does while it is told.
  private(set) final var recorder: ReuseRecorder?
  private(set) final var steps: StepsView?
  private var cells: [ObjectIdentifier: (number: Int, cell: UITableViewCell)] = [:]

  /// The command that begins and ends to tell the calls.
  final var stepsCommand: ScreenCommand {
    ScreenCommand("Steps", "X", "list.bullet", tip: "The calls of the table, one by one") { [weak self] in
      self?.toggleSteps()
    }
  }

  /// Called when the calls begin to be recorded, and no longer are. Overridden.
  func stepsDidChange() {}

  /// The text beside the containers of cells. Overridden.
  var stepFacts: (title: String, name: String, text: String) { ("", "", "") }

  private func toggleSteps() {
    if let steps {
      steps.player.end()
      steps.removeFromSuperview()
      steps.scene.removeFromSuperview()
      tableView.passObserver = nil
      tableView.accessibilityElementsHidden = false
      (self.steps, recorder) = (nil, nil)
    } else {
      let recorder = ReuseRecorder(.init(cell: { [weak self] in self?.number(of: $0) }), opens: false)
      recorder.facts = { [weak self] in self?.stepFacts.text }
      recorder.takeOver(tableView)
      let steps = StepsView(recorder.calls, .table, facts: (stepFacts.title, stepFacts.name))
      steps.onShow = { [weak self, weak steps] in
        self?.tableView.accessibilityElementsHidden = steps?.scene.isHidden == false
      }
      steps.place = { [weak self] in self?.tableView.frame ?? .zero }
      steps.player.onAdvance = { [weak self] event in self?.scrollByRow(event) }
      (self.steps, self.recorder) = (steps, recorder)
      tableView.passObserver = recorder
      for part in [steps.scene, steps] { view.addSubview(part) }
      steps.player.show()
    }
    stepsDidChange()
    rename("X", to: steps == nil ? "Steps" : "End steps")
    (self as? any ScrollScreen)?.keyHintsDidChange()
    view.setNeedsLayout()
  }

  /// The number of a cell object, in the order in which they are met.
  private func number(of cell: UITableViewCell) -> Int {
    let id = ObjectIdentifier(cell)
    let number = cells[id]?.number ?? cells.count
    cells[id] = (number, cell)
    return number
  }

  private func scrollByRow(_ event: String) {
    recorder?.event = event
    let row = tableView.visibleCells.first?.bounds.height ?? 44
    let last = max(0, tableView.contentSize.height - tableView.bounds.height)
    tableView.contentOffset.y = tableView.contentOffset.y + row > last ? 0 : tableView.contentOffset.y + row
    recorder?.event = "wheel, key or finger"
  }

  // MARK: Layout and keys

  override func rowsWidth(in width: CGFloat) -> CGFloat { steps == nil ? width : width - SidePanel.width(in: width) }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    guard let steps else { return }
    (tableView.frame, steps.frame) = SidePanel.divide(tableView.frame)
  }

  override var keyHints: [KeyHint] {
    let own = steps?.player.keys.map { KeyHint($0.keyName, action: $0.title) } ?? []
    return own + buttons.keyHints.filter { hint in !own.contains { $0.keys == hint.keys } }
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    if steps?.player.handle(presses.first) != true { super.pressesBegan(presses, with: event) }
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    steps?.player.end()
  }
}
