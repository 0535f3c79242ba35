import Expectations
import Foundation
import Testing

@testable import ProcessViewer
@testable import TableDemo

@Suite("What the kernel says of a process")
struct StatLineTests {
  private func parse(_ text: String) -> StatLine? { StatLine(Array(text.utf8)) }

  @Test("a usual line")
  func usual() throws {
    let line = try #require(
      parse(
        "712 (sshd) S 1 712 712 0 -1 4194560 1031 78 4 0 31 12 5 6 20 0 3 0 1234 15810560 2048 18446744073709551615 1\n"
      ))
    expect(line.pid == 712 && line.name == Array("sshd".utf8) && line.state == .sleeping)
    expect(line.ticks == 43 && line.threads == 3 && line.start == 1234 && line.residentPages == 2048)
  }

  @Test(
    "names with parentheses, spaces, line breaks, digits and bytes that are no text are taken whole",
    arguments: [
      "a b", ") R 1 2 3", "((", "))", "", ")", "(sd-pam)", "tmux: server", "\n7 (x) S 9", "\u{1B}[31m", "名前",
    ].map { Array($0.utf8) } + [[0xFF, 0xFE, 0x29, 0x20, 0x52], [0x29], Array(repeating: 0x28, count: 15)])
  func names(name: [UInt8]) throws {
    let line = try #require(StatLine(FakeProc.line(pid: 9, name: name, state: "R", user: "5", system: "6")))
    expect(line.name == name && line.pid == 9 && line.state == .running && line.ticks == 11)
  }

  @Test(
    "what is no such line is no process",
    arguments: [
      "", "\n", "1", "1 (", "1 )", "1 (a", "1 a) S", ") S 1 (", "x (a) S", "-4 (a) S", "0 (a) S 1",
      "99999999999 (a) S 1",
      "1 (a)", "1 (a) ", "1 (a) S", "1 (a) S 1 2 3", "1 (a) SS 1 2 3 0 -1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
      "1 (a) S 1 2 3 0 -1 1 1 1 1 1 x 1 1 1 1 1 1 1 1 1 1", "1 (a) S 1 2 3 0 -1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 --",
    ])
  func malformed(text: String) { expect(parse(text) == nil) }

  @Test("a line cut off anywhere is either no process or the same one")
  func cut() throws {
    let whole = FakeProc.line(pid: 31, name: Array("a ) b".utf8), user: "7")
    let full = try #require(StatLine(whole))
    for end in whole.indices {
      guard let line = StatLine(Array(whole[..<end])) else { continue }
      expect(line.pid == full.pid && line.name == full.name && line.ticks == full.ticks && line.start == full.start)
    }
  }

  @Test("numbers too large become the largest, negative ones nothing")
  func numbers() throws {
    let huge = "99999999999999999999999999"
    let line = try #require(
      StatLine(FakeProc.line(pid: 1, name: [97], user: huge, system: huge, threads: huge, start: huge, pages: huge)))
    expect(line.ticks == .max && line.start == .max && line.residentPages == .max && line.threads == .max)
    let negative = try #require(StatLine(FakeProc.line(pid: 1, name: [97], user: "-5", threads: "-1", pages: "-2")))
    expect(negative.ticks == 0 && negative.threads == 0 && negative.residentPages == 0)
  }

  @Test("random bytes, and lines with random bytes in them, never crash", arguments: 0..<20)
  func random(seed: Int) {
    var random = DemoRandom(seed: UInt64(seed))
    let alphabet = Array("()  0123456789-SRa\n".utf8) + [0, 0xFF]
    for _ in 0..<500 {
      let count = Int.random(in: 0...120, using: &random)
      var bytes = (0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] }
      _ = StatLine(bytes)
      bytes = FakeProc.line(pid: 77, name: bytes.prefix(15), user: "3")
      expectEqual(StatLine(bytes)?.pid, 77)
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = StatLine(bytes)
    }
  }

  @Test("letters of states")
  func states() {
    let expected: [(String, ProcessState)] = [
      ("R", .running), ("S", .sleeping), ("I", .sleeping), ("D", .waiting), ("T", .stopped), ("t", .stopped),
      ("Z", .zombie), ("X", .zombie), ("W", .other), ("?", .other),
    ]
    for (letter, state) in expected {
      expectEqual(StatLine(FakeProc.line(pid: 1, name: [97], state: letter))?.state, state)
    }
  }
}
