import Expectations
import Foundation
import Testing

@testable import DemoParts
@testable import ProcessViewer
@testable import TableDemo

@Suite("Looking at processes")
struct ProcessSamplerTests {
  let proc: FakeProc
  let sampler: ProcessSampler

  init() throws {
    proc = try FakeProc()
    sampler = ProcessSampler(
      path: proc.path, measure: ProcessLoad(ticksPerSecond: 100, processors: 4), pageSize: 4096)
  }

  private func look(at seconds: Double) async throws -> [Int32: ProcessEntry] {
    let figures = try await sampler.look(at: seconds)
    return Dictionary(uniqueKeysWithValues: figures.map { ($0.identity.pid, $0) })
  }

  @Test("a load is that since the look before, and at first that since the process started")
  func loads() async throws {
    try proc.set(1, ticks: 500, start: 0)
    try proc.set(2, ticks: 100, start: 900)
    var found = try await look(at: 10)
    expect(found[1]?.loadText == "50.0" && found[2]?.loadText == "100.0")
    try proc.set(1, ticks: 510, start: 0)
    try proc.set(2, ticks: 100, start: 900)
    try proc.set(3, ticks: 30, start: 1050)
    found = try await look(at: 11)
    expect(found[1]?.loadText == "10.0" && found[2]?.loadText == "0.0")
    // Of the whole second, although it had half of it.
    expectEqual(found[3]?.loadText, "30.0")
    try proc.set(1, ticks: 10_000, start: 0)
    try await expectEqual(look(at: 12)[1]?.loadText, "400.0")
  }

  @Test("two looks too close together say the load of the first; the next counts from there")
  func tooClose() async throws {
    try proc.set(1, ticks: 0, start: 0)
    _ = try await look(at: 10)
    try proc.set(1, ticks: 50, start: 0)
    try await expectEqual(look(at: 11)[1]?.load, 500)
    try proc.set(1, ticks: 60, start: 0)
    try await expectEqual(look(at: 11.05)[1]?.load, 500)
    try proc.set(1, ticks: 70, start: 0)
    try await expectEqual(look(at: 12)[1]?.load, 200)
  }

  @Test("counters that go backwards, clocks set back and starts in the future make no load")
  func backwards() async throws {
    try proc.set(1, ticks: 500, start: 0)
    try proc.set(2, ticks: 10, start: 500_000)
    try await expectEqual(look(at: 10)[2]?.load, 4000)
    try proc.set(1, ticks: 400, start: 0)
    try await expectEqual(look(at: 11)[1]?.load, 0)
    try proc.set(1, ticks: 450, start: 0)
    try await expectEqual(look(at: 5)[1]?.load, 0)
    try await expect(look(at: 12)[1]?.load != nil)
  }

  @Test("a number used again is another process")
  func reused() async throws {
    try proc.set(7, "first", ticks: 900, start: 100, command: "first\0")
    let first = try #require(try await look(at: 10)[7])
    try proc.set(7, "second", ticks: 5, start: 1000, command: "second\0")
    let second = try #require(try await look(at: 11)[7])
    expect(first.identity != second.identity && second.name == "second" && second.load == 50)
    await expect(!sampler.isAlive(first.identity))
    await expect(sampler.isAlive(second.identity))
  }

  @Test("a process that starts another program keeps its identity and gets the new name and command line")
  func anotherProgram() async throws {
    try proc.set(7, "bash", command: "bash\0")
    let before = try #require(try await look(at: 10)[7])
    try proc.set(7, "sleep", command: "sleep\u{0}9\0")
    let after = try #require(try await look(at: 11)[7])
    expect(after.identity == before.identity && after.name == "sleep" && after.command == "sleep 9")
    expect(!after.looksLike(before))
  }

  @Test("what vanishes, may not be read, is empty or makes no sense is passed over")
  func hostile() async throws {
    try proc.set(1)
    try proc.write([], "2/stat")
    try proc.write(Array("nonsense".utf8), "3/stat")
    try proc.write(FakeProc.line(pid: 99, name: [97]), "4/stat")
    try proc.write([], "5/cmdline")
    try proc.write(FakeProc.line(pid: 6, name: [97]), "6/stat/inside")
    try proc.write(FakeProc.line(pid: 7, name: [97]), "self/stat")
    try proc.write(FakeProc.line(pid: 8, name: [97]), "8x/stat")
    try proc.write(FakeProc.line(pid: 9, name: [97]), "-9/stat")
    try proc.write(FakeProc.line(pid: 10, name: [97]), "99999999999999999999/stat")
    try proc.write(FakeProc.line(pid: 11, name: [97]), "0/stat")
    try proc.write(FakeProc.line(pid: 12, name: [97]), "12")
    try proc.write(FakeProc.line(pid: 1, name: [97]), "01/stat")
    try proc.write(FakeProc.line(pid: 13, name: [0xFF, 0x0A, 0x29]), "13/stat")
    expectEqual(mkfifo(proc.path + "/14", 0o600), 0)
    try FileManager.default.createDirectory(atPath: proc.path + "/15", withIntermediateDirectories: true)
    expectEqual(mkfifo(proc.path + "/15/stat", 0o600), 0)
    symlink("/nowhere/at/all", proc.path + "/16")
    try proc.set(17)
    chmod(proc.path + "/17/stat", 0)
    var found = try await look(at: 10)
    if getuid() != 0 { expect(found[17] == nil) }
    found[17] = nil
    expectEqual(found.keys.sorted(), [1, 13])
    expectEqual(found[13]?.name, "\u{FFFD}?)")
    try proc.remove("1")
    try await expect(look(at: 11)[1] == nil)
  }

  @Test("processes that come and go while they are read, hundreds of times")
  func race() async throws {
    let path = proc.path
    let stays: Int32 = 5000
    try proc.set(stays)
    // Goes on until all looks are taken.
    let writer = Task.detached { [proc] in
      var round = 0
      while !Task.isCancelled {
        round += 1
        for pid in 1...20 {
          let isGone = (round + pid) % 3 == 0
          if isGone {
            _ = try? FileManager.default.removeItem(atPath: "\(path)/\(pid)")
          } else {
            try? proc.set(Int32(pid), ticks: round)
          }
        }
      }
    }
    defer { writer.cancel() }
    for number in 0..<200 {
      let found = try await look(at: Double(number))
      expect(found[stays] != nil && found.count <= 21)
    }
    writer.cancel()
    await writer.value
  }

  @Test("a process is asked to end, but not one that has ended, nor one of a directory that is no machine's")
  func terminating() async throws {
    let child = Process()
    child.executableURL = URL(filePath: "/bin/sleep")
    child.arguments = ["600"]
    try child.run()
    defer { kill(child.processIdentifier, SIGKILL) }
    let machine = ProcessSampler()
    let found = try #require(try await machine.look().first { $0.identity.pid == child.processIdentifier })
    await expectEqual(sampler.terminate(found.identity), "it is not a process of this machine")
    let other = ProcessIdentity(pid: found.identity.pid, start: found.identity.start + 1)
    await expectEqual(machine.terminate(other), "it has ended already")
    expect(child.isRunning)
    await expect(machine.terminate(found.identity) == nil)
    expect(Self.isEnded(child.processIdentifier) || Self.hasPending(SIGTERM, child.processIdentifier))
  }

  private static func status(_ pid: Int32) -> [Substring] {
    ((try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? "").split(separator: "\n")
  }

  private static func isEnded(_ pid: Int32) -> Bool {
    let state = status(pid).first { $0.hasPrefix("State:") }
    return state.map { $0.contains("Z (zombie)") } ?? true
  }

  /// Whether a signal waits to be taken: children of the threads that tests run on begin with signals held back.
  private static func hasPending(_ signal: Int32, _ pid: Int32) -> Bool {
    let line = status(pid).first { $0.hasPrefix("ShdPnd:") }
    let mask = line.flatMap { UInt64($0.dropFirst(7).drop(while: \.isWhitespace), radix: 16) } ?? 0
    return mask >> UInt64(signal - 1) & 1 == 1
  }

  @Test("a missing directory is told by its path")
  func missing() async throws {
    let sampler = ProcessSampler(path: proc.path + "/none")
    await #expect(throws: UnreadableInput(path: proc.path + "/none", reason: "No such file or directory")) {
      _ = try await sampler.look()
    }
  }

  @Test("this machine: this process is there, with its name, memory, threads and user")
  func thisMachine() async throws {
    let sampler = ProcessSampler()
    let figures = try await sampler.look()
    let own = try #require(figures.first { $0.identity.pid == getpid() })
    expect(own.memory > 1_000_000 && own.threads >= 1 && !own.name.isEmpty && !own.command.isEmpty)
    expect(!own.user.isEmpty && own.searchText.contains(own.name.lowercased()))
    await expect(sampler.isAlive(own.identity))
  }
}
