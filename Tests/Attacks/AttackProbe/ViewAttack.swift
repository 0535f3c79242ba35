import TestSupport
import UIKit

/// Views of absurd geometry, deeply nested, turned and sheared, with shadows and text, drawn in real pixels.
///
/// All numbers are finite: what is not is a misuse, which the framework names.
enum ViewAttack: Attack {
  static let name = "view"
  static let stage = Stage.headless

  static func program(using random: inout SeededRandom) -> [Step] {
    func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    func extremes(_ verb: String, _ count: Int) -> Step {
      var step = Step(verb)
      // Small numbers are sane; mostly one of them is not.
      step.numbers = (0..<count).map { _ in number(3) == 0 ? number(ViewScene.extremes.count) : number(6) }
      return step
    }
    var steps: [Step] = []
    for _ in 0..<(3 + number(25)) {
      switch number(24) {
      case 0...2: steps.append(Step("push", number(ViewScene.kinds)))
      case 3: steps.append(Step("pop"))
      case 4...6: steps.append(extremes("frame", 4))
      case 7: steps.append(extremes("bounds", 4))
      case 8: steps.append(extremes("center", 2))
      case 9...11: steps.append(extremes("transform", 6))
      case 12: steps.append(extremes("corner", 1))
      case 13: steps.append(extremes("border", 1))
      case 14: steps.append(extremes("shadow", 3))
      case 15: steps.append(Step("alpha", number(101)))
      case 16: steps.append(Step("clip", number(2)))
      case 17: steps.append(extremes("content", 6))
      case 18: steps.append(Step("nest", number(number(10) == 0 ? 3000 : 50)))
      case 19: steps.append(extremes("hit", 2))
      case 20: steps.append(Step("animate", number(ViewScene.extremes.count), number(ViewScene.extremes.count)))
      case 21: steps.append(extremes("constrain", 2))
      case 22: steps.append(Step("remove"))
      default: steps.append(Step("turn"))
      }
    }
    return steps
  }

  static func run(_ program: [Step], _ journal: Journal) throws(Mismatch) {
    let scene = ViewScene(journal)
    for step in program { scene.carryOut(step) }
    try scene.finish()
  }
}

/// A tree of views in the window, and the view that steps are about.
@MainActor
private final class ViewScene {
  /// The first six are sane.
  static let extremes: [CGFloat] = [
    0, 10, 50, 100, 1, 0.5, -1, -100, 1e-3, 1e-300, -1e-300, 1e5, 1e7, -1e7, 2_147_483_647, 2_147_483_648,
    -2_147_483_649,
    1e10, 9.3e18, -9.3e18, 1e20, 3.5e38, 1e100, -1e100, 1e300, -1e300, 16_384, 16_385, 0.333, .leastNonzeroMagnitude,
  ]
  static let kinds = 6

  private let journal: Journal
  private let root = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 400))
  private var current: UIView
  private let window = HeadlessWindow.shared

  init(_ journal: Journal) {
    self.journal = journal
    current = root
    window.window.addSubview(root)
  }

  private func value(_ step: Step, _ index: Int) -> CGFloat {
    Self.extremes[step.choice(index, of: Self.extremes.count)]
  }

  func carryOut(_ step: Step) {
    switch step.verb {
    case "push":
      let view = make(step.choice(0, of: Self.kinds))
      journal.say("view.addSubview(\(type(of: view))()); view = that")
      view.frame = CGRect(x: 5, y: 5, width: 100, height: 60)
      view.backgroundColor = UIColor(red: 0.3, green: 0.5, blue: 0.8, alpha: 0.7)
      current.addSubview(view)
      current = view
    case "pop": if let up = current.superview, current !== root { current = up }
    case "nest":
      journal.say("// \(step.choice(0, of: 5000)) views, each in the one before")
      for _ in 0..<step.choice(0, of: 5000) {
        let view = UIView(frame: CGRect(x: 1, y: 1, width: 100, height: 100))
        current.addSubview(view)
        current = view
      }
    case "remove":
      guard current !== root, let up = current.superview else { return }
      current.removeFromSuperview()
      current = up
    case "frame":
      let frame = CGRect(x: value(step, 0), y: value(step, 1), width: value(step, 2), height: value(step, 3))
      journal.say("view.frame = \(frame)")
      current.frame = frame
    case "bounds":
      let bounds = CGRect(x: value(step, 0), y: value(step, 1), width: value(step, 2), height: value(step, 3))
      journal.say("view.bounds = \(bounds)")
      current.bounds = bounds
    case "center":
      journal.say("view.center = \(CGPoint(x: value(step, 0), y: value(step, 1)))")
      current.center = CGPoint(x: value(step, 0), y: value(step, 1))
    case "transform":
      let transform = CGAffineTransform(
        a: value(step, 0), b: value(step, 1), c: value(step, 2), d: value(step, 3), tx: value(step, 4),
        ty: value(step, 5))
      journal.say("view.transform = \(transform)")
      current.transform = transform
    case "corner", "border", "shadow", "alpha", "clip": decorate(step)
    case "content":
      guard let scroll = current as? UIScrollView else { return }
      journal.say(
        "scroll.contentSize = \(value(step, 0)) x \(value(step, 1)), offset \(value(step, 2)), \(value(step, 3)), insets"
      )
      scroll.contentSize = CGSize(width: abs(value(step, 0)), height: abs(value(step, 1)))
      scroll.contentOffset = CGPoint(x: value(step, 2), y: value(step, 3))
      scroll.contentInset = UIEdgeInsets(top: value(step, 4), left: 0, bottom: value(step, 5), right: 0)
    case "hit":
      journal.say("window.hitTest(\(value(step, 0)), \(value(step, 1)))")
      _ = window.window.hitTest(CGPoint(x: value(step, 0), y: value(step, 1)), with: nil)
    case "animate":
      journal.say("UIView.animate(withDuration: 0.01) { view.center = …; view.alpha = 0.5 }; // two frames")
      let view = current
      let center = CGPoint(x: value(step, 0), y: value(step, 1))
      UIView.animate(withDuration: 0.01) {
        view.center = center
        view.alpha = 0.5
      }
      window.turn()
      window.turn()
    case "constrain":
      guard current !== root else { return }
      journal.say("view.widthAnchor.constraint(equalToConstant: \(abs(value(step, 0)))), height \(abs(value(step, 1)))")
      current.translatesAutoresizingMaskIntoConstraints = false
      NSLayoutConstraint.activate([
        current.widthAnchor.constraint(equalToConstant: abs(value(step, 0))),
        current.heightAnchor.constraint(equalToConstant: abs(value(step, 1))),
      ])
    case "turn":
      journal.say("// a frame")
      window.turn()
    default: break
    }
  }

  private func decorate(_ step: Step) {
    switch step.verb {
    case "corner":
      journal.say("view.layer.cornerRadius = \(abs(value(step, 0)))")
      current.layer.cornerRadius = abs(value(step, 0))
    case "border":
      journal.say("view.layer.borderWidth = \(abs(value(step, 0)))")
      current.layer.borderWidth = abs(value(step, 0))
      current.layer.borderColor = UIColor.red.cgColor
    case "shadow":
      journal.say("view.layer.shadowRadius = \(abs(value(step, 0))), offset \(value(step, 1)), \(value(step, 2))")
      current.layer.shadowOpacity = 0.5
      current.layer.shadowRadius = abs(value(step, 0))
      current.layer.shadowOffset = CGSize(width: value(step, 1), height: value(step, 2))
    case "alpha":
      journal.say("view.alpha = \(CGFloat(step.choice(0, of: 101)) / 100)")
      current.alpha = CGFloat(step.choice(0, of: 101)) / 100
    default:
      journal.say("view.clipsToBounds = \(step.flag(0))")
      current.clipsToBounds = step.flag(0)
    }
  }

  private func make(_ kind: Int) -> UIView {
    switch kind {
    case 0: return UIView()
    case 1:
      let label = UILabel()
      label.text = "Turned and sheared"
      label.numberOfLines = 0
      return label
    case 2: return UIImageView(image: UIImage(systemName: "star.fill"))
    case 3: return UIScrollView()
    case 4: return UIButton(type: .system)
    default: return UITableView()
    }
  }

  func finish() throws(Mismatch) {
    window.turn()
    window.turn()
    root.removeFromSuperview()
    window.turn()
  }
}
