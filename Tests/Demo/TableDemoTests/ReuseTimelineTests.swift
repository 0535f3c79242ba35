import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@testable import TableDemo

extension ReuseTimeline {
  /// Adds all calls of a frame.
  fileprivate mutating func append(_ moments: [ReuseMoment]) {
    for moment in moments { append(moment) }
    endFrame()
  }
}

@MainActor
@Suite("The timeline of the screens reuse and letters")
struct ReuseTimelineTests {
  private func moments(_ calls: ReuseCall...) -> [ReuseMoment] {
    calls.map { ReuseMoment(call: $0, detail: "", contents: ReuseContents(), step: 0) }
  }

  @Test("the newest moment is told until one steps back; from then on the same one, whatever is recorded")
  func live() {
    var timeline = ReuseTimeline()
    timeline.append(moments(.plan, .place))
    expect(timeline.isLive && timeline.shown?.moment.call == .place)
    timeline.append(moments(.collect, .draw))
    expect(timeline.shown?.moment.call == .draw && timeline.framesBehind == 0)
    timeline.seek(to: timeline.present - 1)
    expect(timeline.shown?.moment.call == .collect && !timeline.isLive)
    for _ in 0..<3 { timeline.append(moments(.plan)) }
    expect(timeline.shown?.moment.call == .collect && timeline.framesBehind == 3)
    expectEqual(ReuseTimelineView.state(timeline, isPlaying: false), "Frame 2, call 1 of 2: 3 frames wait")
    expectEqual(ReuseTimelineView.state(timeline, isPlaying: true), "Frame 2, call 1 of 2, 3 behind the present")
    timeline.goLive()
    expectEqual(timeline.shown?.frame.number, 5)
  }

  @Test("a step at the end tells the first moment that is recorded next, a second step the one after it")
  func owed() {
    var timeline = ReuseTimeline()
    timeline.append(moments(.draw))
    var didStep = timeline.stepForwards()
    expect(!didStep && timeline.isOwed && timeline.shown?.moment.call == .draw)
    didStep = timeline.stepForwards()
    expect(!didStep)
    timeline.append(moments(.event, .contentOffset, .draw))
    expect(timeline.shown?.moment.call == .contentOffset && !timeline.isOwed)
    timeline.oweFrame()
    timeline.append(moments(.event, .draw))
    expect(timeline.shown?.frame.number == 3 && timeline.isAtEnd && !timeline.isLive)
  }

  @Test(
    "the oldest frames are forgotten at a limit in bytes; positions go on, and one that is gone is the nearest kept")
  func bounded() throws {
    let size = moments(.plan, .draw).reduce(0) { $0 + $1.byteCount }
    var timeline = ReuseTimeline(byteLimit: 10 * size)
    timeline.append(moments(.plan, .draw))
    timeline.seek(to: 0)
    for _ in 0..<1000 {
      timeline.append(moments(.plan, .draw))
      expect(timeline.byteCount <= 10 * size && timeline.frames.count <= 10)
    }
    expect(timeline.positions == 1982..<2002 && timeline.present == 1982)
    for position in timeline.positions {
      let shown = try #require(timeline.at(position))
      expectEqual(shown.frame.start + shown.index, position)
    }
    expect(timeline.at(1981) == nil && timeline.at(2002) == nil)
    expectEqual(ReuseTimeline.byteLimit, 20_000_000)
  }

  private let rooms = ReusePicture.Rooms(
    visible: CGRect(x: 0, y: 0, width: 200, height: 300), leaving: CGRect(x: 200, y: 0, width: 200, height: 100),
    idle: CGRect(x: 200, y: 100, width: 200, height: 200))

  @Test("each cell is drawn once, in the container it is in; nothing overlaps")
  func containers() {
    var contents = ReuseContents()
    contents.visible = (0..<6).map { .init(item: .row(10 + $0), cell: $0) }
    contents.leaving = [.init(item: .row(9), cell: 6)]
    contents.idle = [.init(identifier: "cell", cells: [7, 8, 9, 10, 11]), .init(identifier: "second", cells: [])]
    contents.inHand = 12
    let picture = ReusePicture(contents, rooms: rooms)
    expectEqual(picture.chips.count, 13)
    expect(picture.chips[0]?.text == "row 10" && rooms.visible.contains(picture.chips[0]!.frame))
    expect(rooms.leaving.contains(picture.chips[6]!.frame) && picture.chips[6]?.text == "row 9")
    expect(rooms.idle.contains(picture.chips[7]!.frame))
    expectEqual(picture.chips[12]?.text, "in cellForRowAt")
    expectEqual(picture.headings.map(\.text), ["cell: 5", "second: 0"])
    // The one that is taken next stands first.
    expectEqual(picture.chips[11]!.frame.minX, rooms.idle.minX)
    let frames = picture.chips.values.map { $0.frame.insetBy(dx: 0.5, dy: 0.5) }
    for (index, frame) in frames.enumerated() {
      for other in frames.dropFirst(index + 1) { expect(!frame.intersects(other)) }
    }
  }

  @Test("the copy of the visible cells stands beside what leaves, and is no cell of its own")
  func copies() {
    var contents = ReuseContents()
    contents.visible = (0..<5).map { .init(item: .row($0), cell: $0) }
    contents.leaving = [.init(item: .row(5), cell: 5)]
    contents.copy = [0, 1, 5]
    let picture = ReusePicture(contents, rooms: rooms)
    expect(picture.chips.count == 6 && picture.copies.keys.sorted() == [0, 1])
    expect(picture.copies.values.allSatisfy { rooms.leaving.contains($0.frame) })
    expect(rooms.visible.contains(picture.chips[0]!.frame) && rooms.leaving.contains(picture.chips[5]!.frame))
  }

  @Test("cells that find no room are left out, and nothing leaves its container", arguments: [0.0, 30, 64, 500])
  func crowded(height: Double) {
    let room = CGRect(x: 0, y: 0, width: 90, height: height)
    var contents = ReuseContents()
    contents.visible = (0..<60).map { .init(item: .row($0), cell: $0) }
    contents.idle = [.init(identifier: "cell", cells: Array(100..<160))]
    let picture = ReusePicture(contents, rooms: .init(visible: room, leaving: room, idle: room))
    expect(picture.chips.values.allSatisfy { $0.frame.maxY <= height && $0.frame.maxX <= 90 })
  }

  @Test("a container that has no room for all its cells says how many it does not show")
  func hidden() {
    let low = CGRect(x: 0, y: 0, width: 150, height: 30)
    var contents = ReuseContents()
    contents.visible = (0..<9).map { .init(item: .row($0), cell: $0) }
    contents.leaving = (10..<17).map { .init(item: .row($0), cell: $0) }
    contents.idle = [.init(identifier: "cell", cells: Array(20..<30)), .init(identifier: "second", cells: [30])]
    contents.inHand = 99
    let rooms = ReusePicture.Rooms(
      visible: low, leaving: low.offsetBy(dx: 0, dy: 100), idle: low.offsetBy(dx: 0, dy: 200))
    let picture = ReusePicture(contents, rooms: rooms)
    for (room, count) in [(rooms.visible, 10), (rooms.leaving, 7), (rooms.idle, 11)] {
      let shown = picture.chips.values.count { room.intersects($0.frame) }
      let more = picture.headings.filter { room.intersects($0.frame) }.compactMap { Int($0.text) }
      expect(more.count == 1 && shown + (more.first ?? 0) == count, "\(shown) and \(more)")
    }
    expectEqual(picture.chips[99]?.isInHand, true)
  }

  @Test("a cell in hand is labelled with the row it is for, whether it is new or was used before")
  func inHand() {
    var contents = ReuseContents()
    contents.visible = (0..<6).map { .init(item: .row($0), cell: $0) }
    contents.inHand = 6
    contents.asked = .row(8)
    let narrow = CGRect(x: 0, y: 0, width: 240, height: 120)
    let picture = ReusePicture(contents, rooms: .init(visible: narrow, leaving: .zero, idle: .zero))
    expect(picture.chips[6]?.text == "8" && picture.chips[5]?.text == "5")
  }

  @Test("rows of sections with headers and footers are found by their places", arguments: [false, true])
  func places(hasSections: Bool) {
    let rows = ReuseRows(hasSections: hasSections, rowHeight: 50)
    for top in stride(from: CGFloat(0), to: 3000, by: 37) {
      let expected = (0..<200).filter { rows.y(ofRow: $0) + 50 > top && rows.y(ofRow: $0) < top + 300 }
      expectEqual(Array(rows.rows(from: top, to: top + 300)), expected)
    }
    expect(rows.rows(from: -500, to: -1).isEmpty)
    expect(rows.rows(from: 1e9, to: 1e9 + 300).isEmpty)
  }
}
