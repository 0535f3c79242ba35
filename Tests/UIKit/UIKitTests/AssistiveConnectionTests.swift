import Expectations
import Foundation
import Testing
import UIKitCore

@testable import ATSPI
@testable import Desktop

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

/// The registry of assistive tools, as far as programs ask it when they come and about keys, on a thread of its own.
private final class FakeRegistry: @unchecked Sendable {
  /// The tools' answers to keys.
  enum Tools: Sendable {
    /// Take the letter x. The registry refuses keys whose codes have 32 bits, or those with 16.
    case takeX(isOld: Bool)
    case silent
    /// There is no device event controller.
    case missing
  }

  private let ends: (read: Int32, write: Int32)

  /// - Returns: when it has its name on the bus; nil when it gets none.
  init?(address: String, tools: Tools = .missing) async {
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
        Self.serve(peer, tools, until: wake)
      }
    }
    guard hasName else { return nil }
  }

  private static func serve(_ peer: BusPeer, _ tools: Tools, until wake: Int32) {
    while true {
      switch peer.next(orReadable: wake) {
      case .closed, .woken: return
      case .signal, .answer: break
      case .call(let call):
        switch call.member {
        case "NotifyListenersSync": answerKey(call, peer, tools)
        case "Embed":
          peer.answer(call, [.structure([.text(peer.name), .path("/org/a11y/atspi/accessible/root")])])
        default: peer.answer(call, [.list("(ss)", [])])
        }
      }
    }
  }

  private static func answerKey(_ call: BusPeer.Call, _ peer: BusPeer, _ tools: Tools) {
    guard call.path == "/org/a11y/atspi/registry/deviceeventcontroller",
      call.interface == "org.a11y.atspi.DeviceEventController", let key = call.values.first?.list, key.count == 7
    else { return peer.refuse(call, "org.freedesktop.DBus.Error.UnknownMethod", "") }
    switch tools {
    case .silent: break
    case .missing: peer.refuse(call, "org.freedesktop.DBus.Error.UnknownMethod", "")
    case .takeX(let isOld):
      let isLong = if case .unsigned = key[2] { true } else { false }
      guard isLong != isOld else { return peer.refuse(call, "org.freedesktop.DBus.Error.InvalidArgs", "") }
      peer.answer(call, [.flag(key[5] == .text("x"))])
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
    expect(condition())
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
    expectEqual(answers, Array(repeating: .text("GetRole"), count: tools))
    expectEqual(service.turnsOfAnswers.count, tools)
    connection.stop()
    try await Task.sleep(for: .milliseconds(100))
    await expect(call(name, at: address, patience: 1) == nil)
    expectEqual(service.turnsOfAnswers.count, tools)
    withExtendedLifetime(registry) {}
  }

  /// Asks tools about keys, one after another, and waits for the answers.
  /// - Returns: nil for a key that nobody was asked about or that was not answered in time.
  private func ask(_ letters: [String], _ tools: FakeRegistry.Tools, seconds: Double = 10) async throws -> [Bool?] {
    guard let bus = try SessionBus(), let address = bus.environment["DBUS_SESSION_BUS_ADDRESS"] else { return [] }
    let service = CountingService()
    let registry = try #require(await FakeRegistry(address: address, tools: tools))
    let connection = try #require(AssistiveConnection(for: service, environment: ["AT_SPI_BUS_ADDRESS": address]))
    func key(_ letter: String) -> AssistiveKey? {
      AssistiveKey(InputEvent.Key(code: .keyboardX, characters: letter, timestamp: 1), isDown: true)
    }
    let answers = Answers()
    let early = try #require(key("a"))
    expect(!connection.ask(early) { _ in answers.early += 1 })
    connection.start()
    try await waiting { service.isEmbedded }
    for (number, letter) in letters.enumerated() {
      let key = try #require(key(letter))
      expect(connection.ask(key) { answers.values[number] = $0 })
    }
    for _ in 0..<Int(seconds * 100) where answers.values.count < letters.count {
      try await Task.sleep(for: .milliseconds(10))
    }
    let known = answers.values
    connection.stop()
    // What is open when the connection ends is taken by no tool.
    try await waiting { answers.values.count == letters.count }
    expectEqual(answers.early, 0)
    withExtendedLifetime(registry) {}
    return letters.indices.map { known[$0] }
  }

  @MainActor
  private final class Answers {
    var values: [Int: Bool] = [:]
    var early = 0
  }

  @Test(
    "tools are asked about keys through the registry's device event controller, in the form that it takes",
    arguments: [false, true])
  func keys(isOld: Bool) async throws {
    let answers = try await ask(["a", "x", "b", "x"], .takeX(isOld: isOld))
    expect(answers.isEmpty || answers == [false, true, false, true])
  }

  @Test("a registry without a device event controller takes no key, and one that is silent answers none")
  func noKeys() async throws {
    let answers = try await ask(["a", "x"], .missing)
    expect(answers.isEmpty || answers == [false, false])
    let none = try await ask(["a", "x"], .silent, seconds: 0.5)
    expect(none.isEmpty || none == [nil, nil])
  }

  @Test("calls that wait while the program works are answered in one turn, however many tools there are")
  func turns() async throws {
    let service = CountingService()
    try await answer(24, by: service)
    // Those that came late have turns of their own.
    expect(Set(service.turnsOfAnswers).count < 12 || service.turnsOfAnswers.isEmpty, "\(service.turnsOfAnswers)")
  }

  @Test("the program's own work has its turn after 4 ms of answers, however many calls wait")
  func share() async throws {
    let service = CountingService(cost: 0.002)
    try await answer(24, by: service)
    // The third begins at the end of the 4 ms at the latest.
    let most = Dictionary(grouping: service.turnsOfAnswers) { $0 }.values.map(\.count).max() ?? 0
    expect(most <= 3, "\(service.turnsOfAnswers)")
  }
}
