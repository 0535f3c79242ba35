import Expectations
import Foundation
import Testing
import UIKitCore

@Suite("Scroll extent")
struct ScrollExtentTests {
  @Test("the rest range runs from -leading to content + trailing - viewport")
  func restRange() {
    let extent = ScrollExtent(content: 1000, viewport: 300, leading: 20, trailing: 50)
    expectEqual(extent.restRange, -20...750)
    expect(extent.overflows)
  }

  @Test("content shorter than the viewport rests at -leading only")
  func shortContent() {
    let extent = ScrollExtent(content: 100, viewport: 300, leading: 20, trailing: 50)
    expectEqual(extent.restRange, -20 ... -20)
    expect(!extent.overflows)
    expect(!extent.canMove(from: -20, by: 1))
    expect(!extent.canMove(from: -20, by: -1))
  }

  @Test("clamps to the nearer end and says how far outside an offset is")
  func clamping() {
    let extent = ScrollExtent(content: 1000, viewport: 300)
    expectEqual(extent.clamped(-5), 0)
    expectEqual(extent.clamped(701), 700)
    expectEqual(extent.clamped(333.25), 333.25)
    expectEqual(extent.overshoot(of: -5), -5)
    expectEqual(extent.overshoot(of: 703), 3)
    expectEqual(extent.overshoot(of: 350), 0)
  }

  @Test("can move only towards the end that is not reached")
  func movable() {
    let extent = ScrollExtent(content: 1000, viewport: 300)
    expect(extent.canMove(from: 0, by: 1) && !extent.canMove(from: 0, by: -1))
    expect(!extent.canMove(from: 700, by: 1) && extent.canMove(from: 700, by: -1))
    expect(!extent.canMove(from: 350, by: 0))
  }

  @Test("a content of 60 billion points keeps its last fraction of a point")
  func hugeContent() {
    let extent = ScrollExtent(content: 60_000_000_000, viewport: 800.5)
    expectEqual(extent.highest, 59_999_999_199.5)
    expectEqual(extent.clamped(6e10), 59_999_999_199.5)
  }
}
