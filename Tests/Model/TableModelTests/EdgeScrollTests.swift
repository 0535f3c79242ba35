import Expectations
import Testing

@testable import TableModel

@Suite("Reorder: scrolling at the edges")
struct EdgeScrollTests {
  private let viewport = 20.0..<620.0

  @Test("nothing scrolls away from the edges, and the speed grows towards them and beyond")
  func growth() {
    var edges = EdgeScroll(pointer: 300, viewport: viewport)
    expectEqual(edges.speed(pointer: 300, viewport: viewport), 0)
    expectEqual(edges.speed(pointer: 20 + EdgeScroll.zone, viewport: viewport), 0)
    var slower = 0.0
    for pointer in stride(from: 70.0, through: -60, by: -10) {
      let speed = edges.speed(pointer: pointer, viewport: viewport)
      expect(speed < slower || speed == -4 * EdgeScroll.edgeSpeed, "\(pointer)")
      slower = speed
    }
    expectEqual(edges.speed(pointer: 20, viewport: viewport), -EdgeScroll.edgeSpeed)
    expectEqual(edges.speed(pointer: 620, viewport: viewport), EdgeScroll.edgeSpeed)
    expectEqual(edges.speed(pointer: 5000, viewport: viewport), 4 * EdgeScroll.edgeSpeed)
  }

  @Test("a drag that begins at an edge does not scroll until it goes towards the edge")
  func beginning() {
    var edges = EdgeScroll(pointer: 40, viewport: viewport)
    expectEqual(edges.speed(pointer: 40, viewport: viewport), 0)
    expectEqual(edges.speed(pointer: 38, viewport: viewport), 0)
    let towards = edges.speed(pointer: 30, viewport: viewport)
    expect(towards < 0 && towards > -EdgeScroll.edgeSpeed / 4)
    expectEqual(edges.speed(pointer: 300, viewport: viewport), 0)
    expect(edges.speed(pointer: 40, viewport: viewport) < towards, "the whole stretch counts once it was left")
  }

  @Test("in a small table the stretches leave half of it, and an empty one does not scroll")
  func smallViewport() {
    var edges = EdgeScroll(pointer: 20, viewport: 0..<40)
    expectEqual(edges.speed(pointer: 20, viewport: 0..<40), 0)
    expect(edges.speed(pointer: 3, viewport: 0..<40) < 0)
    expect(edges.speed(pointer: 37, viewport: 0..<40) > 0)
    var none = EdgeScroll(pointer: 0, viewport: 0..<0)
    expectEqual(none.speed(pointer: -50, viewport: 0..<0), 0)
  }
}
