import UIKit

/// Makes labels and belongs to no actor: silent in Swift 5 mode, a warning for each use of a view in Swift 6 mode.
class LabelFactory: NSObject {
  func makeTitle(_ text: String) -> UILabel {
    let label = UILabel()
    label.text = text
    label.font = .boldSystemFont(ofSize: 22)
    return label
  }
}
