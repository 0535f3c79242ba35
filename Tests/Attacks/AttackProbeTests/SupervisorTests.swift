import Expectations
import Foundation
import Testing

@testable import AttackProbe

/// The probe beside the test program, with harm planted in its programs.
@Suite("Attacks: what the supervisor finds", .timeLimit(.minutes(2)))
struct SupervisorTests {
  private static let probe = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "AttackProbe")

  /// Runs the probe to its end; gives its exit code and what it printed.
  private static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = probe
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus, output)
  }

  @Test("a random program that fails is found, and shrunk to the one step that makes it fail")
  func shrinks() throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "attack-tests-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    let run = try Self.run(["planted", "--seed", "1", "--seconds", "60", "--keep", directory.path])
    expectEqual(run.status, 1)
    expect(run.output.contains("planted: the greatest is 99"), "\(run.output)")
    expect(run.output.contains("Program (1 of 30 steps):\n  step 995\n"), "\(run.output)")
    let files = try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { $0 != "planted-try.txt" }
    let file = try #require(files.first)
    let repeated = try Self.run(["planted", "--program", directory.appending(path: file).path])
    expectEqual(repeated.status, 3)
  }

  @MainActor
  @Test(
    "every kind of harm is told from an honest end",
    arguments: [
      ("trap 5", "signal"), ("hang", "hang"), ("flood", "flood"), ("memory", "signal"), ("exit 7", "exit 7"),
      ("step 999", "planted"), ("exit 69", nil), ("step 1", nil),
    ] as [(String, String?)])
  func kinds(program: String, kind: String?) throws {
    // There it would be given.
    guard program != "memory" || !Runner.isSanitized else { return }
    let directory = FileManager.default.temporaryDirectory.appending(path: "attack-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let supervisor = Supervisor(attack: PlantedAttack.self, directory: directory, program: Self.probe)
    let found = supervisor.fault(running: try [Step](text: "step 3\n\(program)\n"))?.kind
    expect((found == nil) == (kind == nil) && found?.hasPrefix(kind ?? "") != false, "\(found ?? "nothing")")
  }

  @Test("no more programs are run than were asked for, and time for more changes nothing")
  func mostPrograms() throws {
    let run = try Self.run(["numbers", "--seed", "1", "--seconds", "60", "--programs", "3"])
    expect(run.status == 0 && run.output.hasPrefix("numbers 3 programs from seed 1"), "\(run.output)")
  }

  @Test("an unknown attack is refused, and the known names are told")
  func names() throws {
    try expectEqual(Self.run(["nothing"]).status, 64)
    let list = try Self.run(["--list"])
    expect(list.status == 0 && list.output.split(separator: "\n").contains("table"))
    expect(!list.output.contains("planted"))
  }
}
