import Expectations
import SourceConversion
import Testing

@Suite("Rewriting names of Swift 4")
struct OldNamesTests {
  private func converted(_ text: String, keepsLines: Bool = false) -> String {
    SourceConversion([.init(path: "A.swift", text: text)], keepsLines: keepsLines).files[0].text
  }

  @Test(
    "names that Swift 4.2 wrote in another way become today's",
    arguments: [
      ("tableView.rowHeight = UITableViewAutomaticDimension", "tableView.rowHeight = UITableView.automaticDimension"),
      ("kind == UICollectionElementKindSectionHeader", "kind == UICollectionView.elementKindSectionHeader"),
      ("cell.traits = UIAccessibilityTraitButton", "cell.traits = UIAccessibilityTraits.button"),
      ("let style: UIImpactFeedbackStyle = .light", "let style: UIImpactFeedbackGenerator.FeedbackStyle = .light"),
      ("style: UITableViewCellStyle, id: String?", "style: UITableViewCell.CellStyle, id: String?"),
      ("commit editingStyle: UITableViewCellEditingStyle", "commit editingStyle: UITableViewCell.EditingStyle"),
      ("add(for: UIControlEvents.valueChanged)", "add(for: UIControl.Event.valueChanged)"),
      ("preferredStyle: UIAlertControllerStyle.alert", "preferredStyle: UIAlertController.Style.alert"),
      ("[NSAttributedStringKey.font: f]", "[NSAttributedString.Key.font: f]"),
      ("[NSForegroundColorAttributeName: c]", "[NSAttributedString.Key.foregroundColor: c]"),
      ("addChildViewController(child)", "addChild(child)"),
      ("child.didMove(toParentViewController: self)", "child.didMove(toParent: self)"),
      ("view.bringSubview(toFront: label)", "view.bringSubviewToFront(label)"),
      ("UIActivityIndicatorView(activityIndicatorStyle: .gray)", "UIActivityIndicatorView(style: .gray)"),
      ("at: UICollectionViewScrollPosition.right", "at: UICollectionView.ScrollPosition.right"),
      ("UIColor(colorLiteralRed: 0.5, green: 0, blue: 0, alpha: 1)", "UIColor(red: 0.5, green: 0, blue: 0, alpha: 1)"),
      ("return NSAttributedString()", "return NSAttributedString(string: \"\")"),
      ("NSMutableAttributedString( \"a\" )", "NSMutableAttributedString( string: \"a\" )"),
      ("NSAttributedString(text)", "NSAttributedString(text)"),
      ("UIEdgeInsetsMake(0, f(1, 2), 3, -x)", "UIEdgeInsets(top: 0, left: f(1, 2), bottom: 3, right: -x)"),
    ])
  func names(from: String, to: String) {
    expectEqual(converted(from), to)
    expectEqual(converted(to), to)
  }

  @Test(
    "a notification's name goes to its class, with the type before it or without",
    arguments: [".", "NSNotification.Name.", "Notification.Name."])
  func notifications(type: String) {
    let result = converted("add(name: \(type)UIKeyboardWillShow, object: nil)")
    expectEqual(result, "add(name: UIResponder.keyboardWillShowNotification, object: nil)")
  }

  @Test("an old name within a selector's file, an argument of another, and lines of a copy are right")
  func together() {
    let source = """
      class C: UIViewController {
        override func viewDidLoad() {
          b.addTarget(self, action: #selector(f), for: UIControlEvents.touchUpInside)
          t.contentInset = UIEdgeInsetsMake(
            0, CGFloat(UITableViewAutomaticDimension), 0, 0)
        }
        @objc func f() { let s = "UIControlEvents" /* UIControlEvents */ }
      }
      """
    let result = converted(source, keepsLines: true)
    expect(result.contains("Selector(Self.f, \"f\"), for: UIControl.Event.touchUpInside)"))
    expect(result.contains("top: 0, left: CGFloat(UITableView.automaticDimension), bottom: 0, right: 0)"))
    expect(result.contains("let s = \"UIControlEvents\" /* UIControlEvents */"))
    expectEqual(result.split(separator: "\n", omittingEmptySubsequences: false).count, 9)
  }

  @Test("names of other things that only look alike stay")
  func others() {
    let source = "let UIControlEventsCount = my.UIKeyboardWillShowing + bringSubview(above: x) + UIEdgeInsetsMake(1)"
    expectEqual(converted(source), source)
  }
}
