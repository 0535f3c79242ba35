import UIKit

/// An app as it would be written for iOS, with nothing but `import UIKit`, that speaks to assistive tools by what UIKit
/// has for that: notifications, elements of what a view draws, adjustable values, actions of its own. A listener in
/// `Tests/EndToEnd/AccessibilityDriver` presses its buttons and hears what comes of it.
@main
final class SpeechProbe: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 600))
    window.rootViewController = UINavigationController(rootViewController: SpeechController())
    window.makeKeyAndVisible()
    self.window = window
    return true
  }
}

/// Buttons, each of which has the app say something.
final class SpeechController: UIViewController {
  private let result = UILabel()
  private let status = UILabel()
  private let chart = ChartView()
  private let rating = RatingView()

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Speech"
    view.backgroundColor = .systemBackground
    result.text = "3 files saved"
    result.accessibilityIdentifier = "result"
    let buttons = [
      button("Announce") { UIAccessibility.post(notification: .announcement, argument: "Saved") },
      button("Lead") { [result] in UIAccessibility.post(notification: .layoutChanged, argument: result) },
      button("Bar") { [chart] in UIAccessibility.post(notification: .layoutChanged, argument: chart.bars[1]) },
      button("Other") { UIAccessibility.post(notification: .screenChanged, argument: "Nothing is here") },
      button("Ask") { [weak self] in self?.ask() },
      button("Next") { [weak self] in self?.navigationController?.pushViewController(SecondController(), animated: true)
      },
    ]
    let stack = UIStackView(arrangedSubviews: buttons + [result, status, rating, chart])
    stack.axis = .vertical
    stack.distribution = .fillEqually
    stack.frame = CGRect(x: 20, y: 80, width: 350, height: 500)
    view.addSubview(stack)
    showStatus()
    _ = NotificationCenter.default.addObserver(
      forName: UIAccessibility.voiceOverStatusDidChangeNotification, object: nil, queue: .main
    ) { [weak self] _ in MainActor.assumeIsolated { self?.showStatus() } }
  }

  private func showStatus() { status.text = UIAccessibility.isVoiceOverRunning ? "Listened to" : "Alone" }

  private func button(_ title: String, _ action: @escaping @MainActor () -> Void) -> UIButton {
    UIButton(configuration: .plain(), primaryAction: UIAction(title: title) { _ in action() })
  }

  private func ask() {
    let alert = UIAlertController(title: "Delete the draft?", message: "It cannot be undone.", preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
    alert.addAction(
      UIAlertAction(title: "Delete", style: .destructive) { [result] _ in result.text = "The draft is deleted" })
    present(alert, animated: true)
  }
}

/// A screen of texts, in which nothing takes the keyboard.
final class SecondController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Second"
    view.backgroundColor = .systemBackground
    let label = UILabel(frame: CGRect(x: 20, y: 100, width: 350, height: 40))
    label.text = "A text of the second screen"
    view.addSubview(label)
  }
}

/// A view that draws bars, each an element of its own.
final class ChartView: UIView {
  private(set) lazy var bars = ["Monday", "Tuesday", "Wednesday"].enumerated().map { number, day in
    let bar = UIAccessibilityElement(accessibilityContainer: self)
    bar.accessibilityLabel = day
    bar.accessibilityValue = "\(number + 1) hours"
    bar.accessibilityFrameInContainerSpace = CGRect(x: 40 * number, y: 0, width: 30, height: 40)
    return bar
  }

  override var accessibilityElements: [Any]? {
    get { bars }
    set {}
  }
}

/// Stars that are given one by one, with an action that takes all away.
final class RatingView: UIView {
  private var stars = 2

  override var isAccessibilityElement: Bool {
    get { true }
    set {}
  }
  override var accessibilityLabel: String? {
    get { "Rating" }
    set {}
  }
  override var accessibilityValue: String? {
    get { "\(stars) stars" }
    set {}
  }
  override var accessibilityTraits: UIAccessibilityTraits {
    get { .adjustable }
    set {}
  }
  override var accessibilityCustomActions: [UIAccessibilityCustomAction]? {
    get {
      [
        UIAccessibilityCustomAction(name: "Clear") { [weak self] _ in
          self?.stars = 0
          return true
        }
      ]
    }
    set {}
  }

  override func accessibilityIncrement() { stars = min(5, stars + 1) }
  override func accessibilityDecrement() { stars = max(0, stars - 1) }
}
