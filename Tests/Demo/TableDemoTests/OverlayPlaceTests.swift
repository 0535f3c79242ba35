import Expectations
import Foundation
import Instruments
import TestSupport
import Testing
import UIKitCore

@testable import ProcessViewer
@testable import TableDemo

extension ScreenTests {
  /// Within the suite of all screens, because one application exists at a time.
  @MainActor
  @Suite("The overlay's place")
  struct OverlayPlaceTests {
    @Test(
      "the overlay of frame times covers no control at its first place, whichever screen is shown",
      arguments: [CGSize(width: 1280, height: 800), CGSize(width: 800, height: 600)])
    func place(size: CGSize) throws {
      let app = TestApplication(size: size)
      app.becomeCurrent()
      let catalog = CatalogController(first: .countries) { name in
        name == .processes
          ? ProcessesController(sampler: ProcessSampler(path: "/nowhere", sendSignal: { _, _ in 0 }))
          : ScreenCatalog.makeScreen(name, rows: 2000)
      }
      app.window.rootViewController = catalog
      app.settle(limit: 60)
      for name in ScreenName.inOrder {
        catalog.show(name)
        app.settle(limit: 60)
        app.application.showsProfilerOverlay = true
        app.frame()
        var panels: [CGRect] = []
        for case .opaqueOverlay(let frame) in app.backend.list.commands { panels.append(frame) }
        let panel = try #require(panels.first, "\(name)")
        expect(app.window.bounds.contains(panel), "\(name)")
        for (view, frame) in controls(below: app.window, in: app.window.bounds) {
          expect(!frame.intersects(panel), "\(name): \(type(of: view)) at \(frame) below \(panel)")
        }
        app.application.showsProfilerOverlay = false
        app.frame()
      }
    }

    /// What can be operated, as far as it is seen, in the window's points.
    private func controls(below view: UIView, in clip: CGRect) -> [(UIView, CGRect)] {
      guard !view.isHidden, view.alpha > 0 else { return [] }
      let frame = view.convert(view.bounds, to: nil)
      let seen = frame.intersection(clip)
      if view is UIControl || "\(type(of: view))" == "SectionIndexView" {
        return seen.isNull || seen.isEmpty ? [] : [(view, seen)]
      }
      let inner = view.clipsToBounds ? seen : clip
      guard !inner.isNull, !inner.isEmpty else { return [] }
      return view.subviews.flatMap { controls(below: $0, in: inner) }
    }
  }
}
