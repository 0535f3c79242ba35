import Foundation

/// An activity the user is engaged in: what a program needs to bring the user back to it in its next run. Foundation has it
/// on Apple's systems, and not on Linux.
///
/// A controller that is on screen sets `userActivity`, and brings it up to date in `updateUserActivityState(_:)`. In a
/// program whose launch configuration has `restoresInterface`, the activity of the top one is kept when the program ends,
/// and handed to the delegate's `application(_:continue:restorationHandler:)` when it starts again.
@preconcurrency @MainActor
open class NSUserActivity: NSObject {
  /// The kind of the activity, a name that the program chooses, such as "org.example.planets.view".
  public let activityType: String
  /// A title for the user; nil for none.
  open var title: String?
  /// The values that the program needs to go on: strings, numbers, dates, data, arrays and dictionaries of these. Kept
  /// in a property list; an entry that no property list can hold ends the program with a message.
  open var userInfo: [String: Any]?

  /// An activity without a title and entries.
  public init(activityType: String) {
    self.activityType = activityType
    super.init()
  }

  /// Adds entries, in place of those of the same keys.
  open func addUserInfoEntries(from otherDictionary: [String: Any]) {
    userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
  }
}

extension UIApplication {
  /// Keeps what is on screen for the next run, where the platform does: the activity of the controller on top, and how far
  /// views are scrolled.
  func keepInterface() {
    guard platform.remembersInterface, let window = keyWindow, let root = window.rootViewController else { return }
    var contents: [String: Any] = [:]
    if let (controller, activity) = Self.activity(below: root) {
      controller.updateUserActivityState(activity)
      var entry: [String: Any] = ["type": activity.activityType, "info": activity.userInfo ?? [:]]
      entry["title"] = activity.title
      guard PropertyListSerialization.propertyList(entry, isValidFor: .binary) else {
        misuse(
          """
          NSUserActivity.userInfo of \(type(of: controller)) holds what no property list can: \
          \(activity.userInfo ?? [:]); put in strings, numbers, dates, data, arrays and dictionaries of these
          """)
      }
      contents["activity"] = entry
    }
    var places: [[String: Any]] = []
    window.forEachPlace { view, path, place in
      places.append(["path": path, "type": "\(type(of: view))", "place": place])
    }
    contents["places"] = places
    if let data = try? PropertyListSerialization.data(fromPropertyList: contents, format: .binary, options: 0) {
      platform.keepInterface(data)
    }
  }

  /// Brings back what the last run kept. Called once, when the delegate has launched.
  func restoreInterface() {
    guard platform.remembersInterface, let data = platform.keptInterface,
      let contents = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
    else { return }
    if let entry = contents["activity"] as? [String: Any], let type = entry["type"] as? String {
      let activity = NSUserActivity(activityType: type)
      activity.title = entry["title"] as? String
      activity.userInfo = entry["info"] as? [String: Any]
      if let scene = windowScene.delegate {
        scene.scene(windowScene, continue: activity)
      } else {
        _ = delegate?.application(self, continue: activity) { _ in }
      }
    }
    guard let window = keyWindow, let places = contents["places"] as? [[String: Any]], !places.isEmpty else { return }
    // Content has its size after a layout.
    window.layoutIfNeeded()
    var kept: [[Int]: (type: String, place: [Double])] = [:]
    for entry in places {
      guard let path = entry["path"] as? [Int], let type = entry["type"] as? String,
        let place = entry["place"] as? [Double], place.allSatisfy(\.isFinite)
      else { continue }
      kept[path] = (type, place)
    }
    var found: [(UIView, [Double])] = []
    window.forEachPlace { view, path, _ in
      if let known = kept[path], known.type == "\(type(of: view))" { found.append((view, known.place)) }
    }
    for (view, place) in found { view.show(place: place) }
  }

  /// The controller nearest to the user that has an activity.
  private static func activity(below root: UIViewController) -> (UIViewController, NSUserActivity)? {
    if let presented = root.presentedViewController, let found = activity(below: presented) { return found }
    for child in root.children.reversed() {
      if let found = activity(below: child) { return found }
    }
    return root.userActivity.map { (root, $0) }
  }
}

extension UIView {
  /// Calls a closure for each view below that keeps its place, with the numbers of the subviews that lead to it. What is in
  /// such a view is left out: cells come and go.
  fileprivate func forEachPlace(_ path: [Int] = [], _ body: (UIView, [Int], [Double]) -> Void) {
    for (number, view) in subviews.enumerated() {
      if let place = view.shownPlace {
        body(view, path + [number], place)
      } else {
        view.forEachPlace(path + [number], body)
      }
    }
  }
}
