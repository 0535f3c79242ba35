import Foundation
import Testing

@testable import Desktop
@testable import UIKit

/// Answers calls with their members, and keeps in which turn of the main queue it did.
@MainActor
private final class CountingService: AssistiveService {
  private(set) var name = ""
  private(set) var isEmbedded = false
  private(set) var turnsOfAnswers: [Int] = []
  private var turn = 0
  /// Seconds that an answer takes.
  private let cost: Double

  init(cost: Double = 0) { self.cost = cost }

  func connected(as name: String) { self.name = name }
  func embedded(in parent: (name: String, path: String)) { isEmbedded = true }
  func disconnected() {}

  func answer(_ call: AssistiveCall) -> AssistiveReply {
    turnsOfAnswers.append(turn)
    let end = ContinuousClock.now + .seconds(cost)
    while ContinuousClock.now < end {}
    DispatchQueue.main.async { MainActor.assumeIsolated { self.turn += 1 } }
    return .values([.text(call.member)])
  }
}

/// The registry of assistive tools, as far as programs ask it when they come, on a thread of its own.
private final class FakeRegistry: @unchecked Sendable {
  private let ends: (read: Int32, write: Int32)

  /// - Returns: when it has its name on the bus; nil when it gets none.
  init?(address: String) async {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    self.ends = (ends[0], ends[1])
    let wake = ends[0]
    let hasName = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        guard let peer = BusPeer(address: address),
          peer.call(
            DesktopBus.Object("org.freedesktop.DBus", "/org/freedesktop/DBus"), "org.freedesktop.DBus", "RequestName",
            [.text("org.a11y.atspi.Registry"), .uint32(4)])?.first == .unsigned(1)
        else { return continuation.resume(returning: false) }
        continuation.resume(returning: true)
        Self.serve(peer, until: wake)
      }
    }
    guard hasName else { return nil }
  }

  private static func serve(_ peer: BusPeer, until wake: Int32) {
    while true {
      switch peer.next(orReadable: wake) {
      case .closed, .woken: return
      case .signal: break
      case .call(let call):
        switch call.member {
        case "Embed":
          peer.answer(call, [.structure([.text(peer.name), .path("/org/a11y/atspi/accessible/root")])])
        default: peer.answer(call, [.list("(ss)", [])])
        }
      }
    }
  }

  deinit {
    var byte: UInt8 = 0
    _ = write(ends.write, &byte, 1)
    close(ends.write)
  }
}

@MainActor
@Suite("Assistive tools: the connection to their bus", .serialized, .timeLimit(.minutes(1)))
struct AssistiveConnectionTests {
  private func waiting(_ condition: () -> Bool) async throws {
    for _ in 0..<1000 where !condition() { try await Task.sleep(for: .milliseconds(10)) }
    #expect(condition())
  }

  /// Has a program call the one under test.
  private nonisolated func call(_ name: String, at address: String, patience: Double = 20) async -> DesktopBus.Value? {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let object = DesktopBus.Object(name, "/org/a11y/atspi/accessible/root")
        let answer = BusPeer(address: address)?.call(
          object, "org.a11y.atspi.Accessible", "GetRole", patience: patience)
        continuation.resume(returning: answer?.first)
      }
    }
  }

  /// Has many tools call at once while the program works, and waits for all answers.
  private func answer(_ tools: Int, by service: CountingService) async throws {
    guard let bus = try SessionBus(), let address = bus.environment["DBUS_SESSION_BUS_ADDRESS"] else { return }
    let registry = try #require(await FakeRegistry(address: address))
    let connection = try #require(AssistiveConnection(for: service, environment: ["AT_SPI_BUS_ADDRESS": address]))
    connection.start()
    try await waiting { service.isEmbedded }
    let name = service.name
    // Works as long as the calls take to come.
    DispatchQueue.main.async { Thread.sleep(forTimeInterval: 0.5) }
    let answers = await withTaskGroup(of: DesktopBus.Value?.self) { group in
      for _ in 0..<tools { group.addTask { await call(name, at: address) } }
      var answers: [DesktopBus.Value?] = []
      for await answer in group { answers.append(answer) }
      return answers
    }
    #expect(answers == Array(repeating: .text("GetRole"), count: tools))
    #expect(service.turnsOfAnswers.count == tools)
    connection.stop()
    try await Task.sleep(for: .milliseconds(100))
    #expect(await call(name, at: address, patience: 1) == nil)
    #expect(service.turnsOfAnswers.count == tools)
    withExtendedLifetime(registry) {}
  }

  @Test("calls that wait while the program works are answered in one turn, however many tools there are")
  func turns() async throws {
    let service = CountingService()
    try await answer(24, by: service)
    // Those that came late have turns of their own.
    #expect(Set(service.turnsOfAnswers).count < 12 || service.turnsOfAnswers.isEmpty, "\(service.turnsOfAnswers)")
  }

  @Test("the program's own work has its turn after 4 ms of answers, however many calls wait")
  func share() async throws {
    let service = CountingService(cost: 0.002)
    try await answer(24, by: service)
    // The third begins at the end of the 4 ms at the latest.
    let most = Dictionary(grouping: service.turnsOfAnswers) { $0 }.values.map(\.count).max() ?? 0
    #expect(most <= 3, "\(service.turnsOfAnswers)")
  }
}
