import CoreGraphics
import MobileCoreServices
import QuartzCore
import UIKit

#if !canImport(CoreGraphics) || !canImport(QuartzCore)
  #error("code for iOS takes these branches for another system")
#endif

/// A tilted label that fades in, written with the modules that iOS code names beside UIKit.
class StampView: UILabel {
  /// Types that the stamp's text is offered as.
  static let offeredTypes = [kUTTypePlainText as String, kUTTypeText as String]

  private var link: CADisplayLink?
  private var start: CFTimeInterval = 0

  override func didMoveToWindow() {
    super.didMoveToWindow()
    link?.invalidate()
    guard window != nil else { return }
    transform = CGAffineTransform(rotationAngle: -.pi / 24)
    start = CACurrentMediaTime()
    link = CADisplayLink(target: self, selector: #selector(fade(_:)))
    link?.add(to: .main, forMode: .common)
  }

  @objc func fade(_ link: CADisplayLink) {
    alpha = CGFloat(min(1, (CACurrentMediaTime() - start) / 0.3))
    if alpha == 1 { link.invalidate() }
  }
}
