import Foundation

/// Offers what can be done with texts, links and files: to copy them, to open them, and an app's own activities.
///
/// It looks like an action sheet: a popover at its source, which it needs, in a wide window, a list at the lower edge of a
/// narrow one. Other programs are not offered: desktops have no share sheet.
@preconcurrency @MainActor
open class UIActivityViewController: UIViewController {
  /// Called at the end: the activity chosen, whether it was done, always nil, always nil.
  public typealias CompletionWithItemsHandler = (UIActivity.ActivityType?, Bool, [Any]?, (any Error)?) -> Void

  /// Activities that are not offered. Read when the view is loaded.
  open var excludedActivityTypes: [UIActivity.ActivityType]?
  /// Called once when the user has chosen, or chosen nothing.
  open var completionWithItemsHandler: CompletionWithItemsHandler?
  private let items: [Any]
  private let offered: [UIActivity]
  final var isPopover = false { didSet { if isPopover != oldValue { showActivities() } } }

  /// - Parameters:
  ///   - activityItems: texts and URLs; others are for the app's own activities.
  ///   - applicationActivities: offered behind the framework's own.
  public init(activityItems: [Any], applicationActivities: [UIActivity]?) {
    items = activityItems
    offered = [CopyActivity(), OpenActivity()] + (applicationActivities ?? [])
    super.init(nibName: nil, bundle: nil)
    modalPresentationStyle = .popover
  }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  open override func loadView() {
    view = AlertView(isSheet: true) { [weak self] action in self?.end { action.perform() } }
    showActivities()
  }

  private func showActivities() {
    guard let list = viewIfLoaded as? AlertView else { return }
    let excluded = excludedActivityTypes ?? []
    let fitting = offered.filter { activity in
      activity.activityTitle != nil && !(activity.activityType.map(excluded.contains) ?? false)
        && activity.canPerform(withActivityItems: items)
    }
    var actions = fitting.map { activity in
      UIAlertAction(title: activity.activityTitle, style: .default) { [weak self] _ in self?.perform(activity) }
    }
    let cancel = UIAlertAction(title: "Cancel", style: .cancel) { [weak self] _ in self?.finish(nil, false) }
    if !isPopover { actions.append(cancel) }
    list.show(AlertView.Content(actions: actions, preferred: cancel, isInPopover: isPopover))
    list.superview?.superview?.setNeedsLayout()
  }

  private func perform(_ activity: UIActivity) {
    activity.prepare(withActivityItems: items)
    activity.didFinish = { [weak self] in self?.finish(activity.activityType, $0) }
    activity.perform()
  }

  private func finish(_ type: UIActivity.ActivityType?, _ isDone: Bool) {
    let handler = completionWithItemsHandler
    completionWithItemsHandler = nil
    handler?(type, isDone, nil, nil)
  }

  private func end(_ completion: @escaping () -> Void) {
    guard let presentation = presentationOfSelf, presentation.phase.isStanding else { return }
    presentation.endStack(animated: true, completion: completion)
  }
}

extension UIActivityViewController: ActionListing {
  func fittingSize(in size: CGSize) -> CGSize { (view as? AlertView)?.fittingSize(in: size) ?? .zero }

  func cancel() -> Bool {
    end { [weak self] in self?.finish(nil, false) }
    return true
  }
}
