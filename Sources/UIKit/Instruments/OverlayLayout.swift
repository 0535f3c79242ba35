import Foundation
import Pixels
import UIKitCore

/// Where everything is in the overlay: rate, missed frames and a graph; in the open one, two columns of names and numbers
/// below, on a grid of equal lines. Points, from the panel's top left corner.
///
/// Every pixel of the panel costs in every frame, so it is no larger than its
/// text, and none is painted twice.
enum OverlayLayout {
  /// Outer size of the small panel.
  static let smallSize = CGSize(width: 216, height: graph.maxY + 20)

  /// Outer size of the open panel.
  /// - Parameter appCounters: how many numbers of the program's own it shows, two a line.
  static func size(appCounters: Int) -> CGSize {
    CGSize(width: smallSize.width, height: smallSize.height + 184 + CGFloat((appCounters + 1) / 2) * line)
  }
  /// The graph, in the panel.
  static let graph = CGRect(x: inset, y: 27, width: width, height: 60)

  /// Space between the panel's sides and its content.
  private static let inset: CGFloat = 9
  private static let width: CGFloat = 216 - 2 * inset
  private static let titleBaseline: CGFloat = 20
  private static let line: CGFloat = 13
  private static let gap: CGFloat = 10
  private static let column = (width - gap) / 2

  /// The texts for `figures`.
  /// - Parameters:
  ///   - scale: milliseconds of the graph's full height.
  ///   - interval: seconds from one refresh of the display to the next.
  ///   - isOpen: whether all figures are shown.
  static func pieces(
    for figures: OverlayFigures, scale: Int = 1, interval: Double = 1.0 / 60, isOpen: Bool = true
  ) -> [OverlayText.Piece] {
    let rate =
      figures.isResting
      ? "at rest" : figures.framesPerSecond > 0 ? "\(Int(figures.framesPerSecond.rounded())) FPS" : "– FPS"
    var pieces = [
      OverlayText.Piece(
        text: rate, x: inset, baseline: titleBaseline, size: 15, weight: 700, color: OverlayText.bright),
      OverlayText.Piece(
        text: "\(figures.missedFrames) missed", x: inset + width, baseline: titleBaseline, endsThere: true),
    ]
    var baseline = graph.maxY + 14
    var x = inset
    for (stage, step) in zip(OverlayGraph.stages, [40, 40, 29, 0] as [CGFloat]) {
      pieces.append(
        OverlayText.Piece(text: "\(stage.name)", x: x, baseline: baseline, size: 10, color: stage.overlayColor))
      x += step
    }
    pieces.append(
      OverlayText.Piece(
        text: "\(scale) ms", x: inset + width, baseline: baseline, endsThere: true, size: 10,
        color: OverlayText.bright))
    guard isOpen else { return pieces }
    baseline += line + 3
    let percentiles = [("p50", figures.p50), ("p95", figures.p95), ("p99", figures.p99)]
    let third = (width - 2 * gap) / 3
    let refresh = milliseconds(interval * 1000)
    pieces.append(OverlayText.Piece(text: "ms a frame; a refresh: \(refresh)", x: inset, baseline: baseline))
    baseline += line
    for (index, entry) in percentiles.enumerated() {
      add(entry.0, milliseconds(entry.1), at: inset + CGFloat(index) * (third + gap), third, baseline, to: &pieces)
    }
    baseline += 3
    for (left, right) in table(figures) {
      baseline += line
      add(left.0, left.1, at: inset, column, baseline, to: &pieces)
      add(right.0, right.1, at: inset + column + gap, column, baseline, to: &pieces)
    }
    for (index, entry) in figures.app.enumerated() {
      if index % 2 == 0 { baseline += line }
      let x = index % 2 == 0 ? inset : inset + column + gap
      add(Self.cut(entry.name), count(entry.value), at: x, column, baseline, to: &pieces)
    }
    baseline += line + 4
    pieces.append(OverlayText.Piece(text: "F1 hides, a click shrinks it", x: inset, baseline: baseline))
    return pieces
  }

  /// A name that leaves room for five digits beside it.
  private static func cut(_ name: String) -> String {
    name.count <= 9 ? name : name.prefix(7) + "…"
  }

  private typealias Entry = (name: String, value: String)

  private static func table(_ figures: OverlayFigures) -> [(Entry, Entry)] {
    [
      (("events", milliseconds(figures.stages.events)), ("layout", milliseconds(figures.stages.layout))),
      (("draw", milliseconds(figures.stages.draw)), ("present", milliseconds(figures.stages.present))),
      (("input", milliseconds(figures.inputP50)), ("slowest", milliseconds(figures.inputMaximum))),
      (("cells new", count(figures.cellsCreated)), ("reused", count(figures.cellsDequeued))),
      (("idle", count(figures.cellsIdle)), ("rows", mean(figures.rowsPerFrame))),
      (("text new", mean(figures.textRasterizedPerFrame)), ("reused", mean(figures.textReusedPerFrame))),
      (("cache hits", mean(figures.textCacheHitsPerFrame)), ("misses", mean(figures.textCacheMissesPerFrame))),
      (("textures", count(figures.textTextures)), ("memory", megabytes(figures.textTextureBytes))),
      (("px drawn", thousands(figures.pixelsDrawnPerFrame)), ("px sent", thousands(figures.pixelsPresentedPerFrame))),
      (("commands", count(figures.drawCommands)), ("overlay", milliseconds(figures.stages.overlay))),
    ]
  }

  private static func add(
    _ name: String, _ value: String, at x: CGFloat, _ width: CGFloat, _ baseline: CGFloat,
    to pieces: inout [OverlayText.Piece]
  ) {
    pieces.append(OverlayText.Piece(text: name, x: x, baseline: baseline))
    pieces.append(
      OverlayText.Piece(
        text: value, x: x + width, baseline: baseline, endsThere: true, color: OverlayText.bright))
  }

  /// Two decimals below 10 ms, one below 100, none above: never more than four
  /// characters for what a frame may sensibly cost.
  static func milliseconds(_ value: Double) -> String {
    value < 9.995 ? fixed(value, 2) : value < 99.95 ? fixed(value, 1) : fixed(value, 0)
  }

  /// A mean per frame: one decimal below 100.
  static func mean(_ value: Double) -> String { fixed(value, value < 99.95 ? 1 : 0) }

  /// Whole numbers up to 99,999, then thousands and millions.
  static func count(_ value: Int) -> String {
    value < 100_000
      ? "\(value)" : value < 10_000_000 ? "\(value / 1000)k" : "\(value / 1_000_000)M"
  }

  /// Pixels a frame: exact below 1,000, then thousands.
  static func thousands(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    return value < 999.5
      ? fixed(value, 0) : value < 99_950 ? fixed(value / 1000, 1) + "k" : fixed(value / 1000, 0) + "k"
  }

  private static func megabytes(_ bytes: Int) -> String { fixed(Double(bytes) / 1e6, 1) + " MB" }

  /// A dash for what is no number: no frame has been measured.
  private static func fixed(_ value: Double, _ decimals: Int) -> String {
    guard value.isFinite else { return "–" }
    var factor = 1
    for _ in 0..<decimals { factor *= 10 }
    let scaled = Int((min(max(value, 0), 1e12) * Double(factor)).rounded())
    guard decimals > 0 else { return "\(scaled)" }
    let fraction = "\(scaled % factor)"
    return "\(scaled / factor)." + String(repeating: "0", count: decimals - fraction.count) + fraction
  }
}

extension FrameStage {
  /// The stage in the graph and its legend; at least 4.5 to 1 on the panel's ground.
  var overlayColor: DrawColor {
    switch self {
    case .events: DrawColor(red: 191, green: 140, blue: 255)
    case .layout: DrawColor(red: 255, green: 214, blue: 10)
    case .draw: DrawColor(red: 48, green: 209, blue: 88)
    case .present: DrawColor(red: 100, green: 190, blue: 255)
    case .overlay: OverlayText.dim
    }
  }
}
