@preconcurrency import Benchmark
import Foundation
import TestSupport
import UIKitCore

/// Frames of a plain view tree: what the framework itself costs before any
/// pixel is drawn.
@MainActor
func makeViewTreeSuite() -> BenchmarkSuite {
  let suite = BenchmarkSuite(name: "View tree")
  let scene = ViewTreeScene()
  suite.onMain("frame of 14 rows x 3 views, scrolled by 37 points") { scene.scrolledFrame() }
  return suite
}

/// Rows of coloured views in a scrolled container.
@MainActor
private final class ViewTreeScene {
  private let app = TestApplication(size: CGSize(width: 1280, height: 800))
  private let container = UIView(frame: CGRect(x: 0, y: 0, width: 1280, height: 800))

  init() {
    for row in 0..<14 {
      let cell = UIView(frame: CGRect(x: 0, y: row * 60, width: 1280, height: 60))
      for column in 0..<3 {
        let part = UIView(frame: CGRect(x: column * 400, y: 10, width: 300, height: 40))
        part.backgroundColor = .systemBlue
        cell.addSubview(part)
      }
      container.addSubview(cell)
    }
    app.window.addSubview(container)
    app.settle()
  }

  func scrolledFrame() {
    container.bounds.origin.y = (container.bounds.origin.y + 37).truncatingRemainder(dividingBy: 740)
    app.frame()
  }
}
