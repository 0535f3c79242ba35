package import Desktop
import Foundation
import UIKitCore

/// Something to be told to the tools that asked for it.
package struct AssistiveEvent: Sendable {
  /// The object's path, and the interface and name of the event.
  let path, interface, member: String
  var detail = ""
  var first: Int32 = 0
  var second: Int32 = 0
  var value = BusArgument.int32(0)
  /// Sent only while no listener asks for announcements.
  var standsForAnnouncement = false

  /// The event as listeners name it, in small letters and without dashes.
  var name: [Substring] {
    let kind = interface.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return Self.parts("\(kind):\(member):\(detail)")
  }

  /// The parts of an event's name: its class, the event and its detail.
  static func parts(_ name: String) -> [Substring] {
    String(name.lowercased().unicodeScalars.filter { $0 != "-" }).split(separator: ":")
  }
}

/// The answer to a call.
package enum AssistiveReply: Equatable, Sendable {
  case values([BusArgument])
  case error(String, String)

  static let unknownObject = AssistiveReply.error("org.freedesktop.DBus.Error.UnknownObject", "the object is gone")
  static let unknownMethod = AssistiveReply.error("org.freedesktop.DBus.Error.UnknownMethod", "there is no such method")
  static let invalid = AssistiveReply.error(
    "org.freedesktop.DBus.Error.InvalidArgs", "the arguments are not those of the method")
}

/// A call as values.
package struct AssistiveCall: Sendable {
  let path, interface, member: String
  let values: [DesktopBus.Value]

  /// - Parameters:
  ///   - path: of the object that is asked.
  ///   - values: the arguments.
  package init(path: String, interface: String, member: String, values: [DesktopBus.Value] = []) {
    (self.path, self.interface, self.member, self.values) = (path, interface, member, values)
  }
}

/// Answers calls, on the main thread.
@MainActor
protocol AssistiveService: AnyObject {
  /// The connection has a name on the bus.
  func connected(as name: String)
  /// The registry has taken the program in, below an object of its own.
  func embedded(in parent: (name: String, path: String))
  func answer(_ call: AssistiveCall) -> AssistiveReply
  /// The connection is gone; another may follow.
  func disconnected()
}

/// The connection to the bus of assistive tools, on a thread of its own: the main thread waits for the bus nowhere.
///
/// Calls wait in a list until the main thread turns to them between two pieces of its own work. It answers all that wait,
/// for a few milliseconds at most, and sends the answers itself; while the list is full, no more calls are read. Events
/// wait in a list of bounded length. A bus that takes nothing is left.
final class AssistiveConnection: @unchecked Sendable {
  /// Most events that wait to be sent; what comes beyond is dropped.
  private static let mostWaiting = 1024
  /// Most calls that wait to be answered.
  private static let mostCalls = 64
  /// Seconds in which calls are answered before the program's own work has its turn.
  private static let answeringTime = 0.004
  /// Most wishes of listeners that are kept: one that asks without end gets no more.
  private static let mostWanted = 4096
  /// Bytes that the bus may owe; with more it counts as hung.
  private static let mostUnsent = 4 << 20
  /// Seconds before each attempt to connect.
  private static let pauses = [0, 0.5, 1, 2, 4, 8]
  private static let registry = DesktopBus.Object("org.a11y.atspi.Registry", "/org/a11y/atspi/registry")
  private static let registryInterface = "org.a11y.atspi.Registry"
  private static let keyController = DesktopBus.Object(
    registry.destination, "/org/a11y/atspi/registry/deviceeventcontroller")
  private static let keyInterface = "org.a11y.atspi.DeviceEventController"
  /// Most keys that tools have not answered; beyond that they are not asked.
  private static let mostKeys = 64
  static let rootPath = "/org/a11y/atspi/accessible/root"

  private let service: any AssistiveService
  private let environment: EnvironmentVariables
  private let lock = NSLock()
  /// Guarded by the lock.
  private var waiting: [AssistiveEvent] = []
  private var calls: [(call: BusPeer.Call, peer: BusPeer)] = []
  private var isStopped = false
  /// Keys that tools are to be asked about, and how many of those and of the ones under way are not answered.
  private var keys: [Question] = []
  private var openQuestions = 0
  /// Tools can be asked about keys.
  private var isServing = false
  /// Two ends of a way to wake the thread.
  private let ends: (read: Int32, write: Int32)
  /// Of the thread alone: what listeners asked for, by their names.
  private var wanted: [String: [[Substring]]] = [:]
  /// Of the thread alone: the questions that are under way by the numbers of their calls, and the form that the registry
  /// has taken.
  private var asked: [UInt32: (question: Question, form: AssistiveKey.Form, isRepeated: Bool)] = [:]
  private var keyForm = AssistiveKey.Form.long

  /// A key that tools are asked about.
  private struct Question: Sendable {
    let key: AssistiveKey
    let answered: @MainActor @Sendable (Bool) -> Void
  }

  /// - Returns: nil when the system has no descriptors left.
  @MainActor
  init?(for service: any AssistiveService, environment: EnvironmentVariables = .ofProgram) {
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    self.ends = (ends[0], ends[1])
    self.service = service
    self.environment = environment
  }

  deinit {
    close(ends.read)
    close(ends.write)
  }

  func start() {
    let thread = Thread { self.run() }
    thread.name = "assistive tools"
    thread.start()
  }

  /// Leaves the bus; nothing is answered any more.
  func stop() {
    lock.withLock { isStopped = true }
    wake()
  }

  /// Has an event sent. Called on the main thread.
  func post(_ event: AssistiveEvent) {
    let isFirst = lock.withLock {
      guard waiting.count < Self.mostWaiting else { return false }
      waiting.append(event)
      return waiting.count == 1
    }
    if isFirst { wake() }
  }

  /// Asks tools about a key. Called on the main thread.
  /// - Parameter answered: called once, later, with whether a tool takes the key; a registry that answers nothing is waited
  ///   for as long as there is the connection.
  /// - Returns: false without a registry to ask, and when too many keys wait.
  func ask(_ key: AssistiveKey, answered: @escaping @MainActor @Sendable (Bool) -> Void) -> Bool {
    let isAsked = lock.withLock {
      guard isServing, !isStopped, openQuestions < Self.mostKeys else { return false }
      openQuestions += 1
      keys.append(Question(key: key, answered: answered))
      return true
    }
    if isAsked { wake() }
    return isAsked
  }

  private func wake() {
    var byte: UInt8 = 0
    _ = write(ends.write, &byte, 1)
  }

  private var hasStopped: Bool { lock.withLock { isStopped } }

  // MARK: The thread

  private func run() {
    var attempt = 0
    while attempt < Self.pauses.count {
      Thread.sleep(forTimeInterval: Self.pauses[attempt])
      attempt += 1
      guard !hasStopped else { return }
      guard let address, let peer = BusPeer(address: address) else { continue }
      let start = ContinuousClock.now
      serve(peer)
      endQuestions()
      guard !hasStopped else { return }
      DispatchQueue.main.async { MainActor.assumeIsolated { self.service.disconnected() } }
      if ContinuousClock.now - start > .seconds(10) { attempt = 0 }
    }
  }

  /// Where the bus is: the environment says so, or the session bus.
  private var address: String? {
    if let address = environment["AT_SPI_BUS_ADDRESS"], !address.isEmpty { return address }
    let bus = DesktopBus(environment: environment)
    let answer = bus?.call(DesktopBus.Object("org.a11y.Bus", "/org/a11y/bus"), "org.a11y.Bus", "GetAddress")
    return answer?.values.first?.text.flatMap { $0.isEmpty ? nil : $0 }
  }

  private func serve(_ peer: BusPeer) {
    let ownName = peer.name
    onMain { $0.connected(as: ownName) }
    peer.listen(to: "type='signal',sender='\(Self.registry.destination)',interface='\(Self.registryInterface)'")
    let root = BusArgument.structure([.text(ownName), .path(Self.rootPath)])
    let socket = DesktopBus.Object(Self.registry.destination, Self.rootPath)
    guard let parent = peer.call(socket, "org.a11y.atspi.Socket", "Embed", [root])?.first?.list, parent.count == 2,
      let name = parent[0].text, let path = parent[1].text
    else { return }
    wanted = [:]
    let events = peer.call(Self.registry, Self.registryInterface, "GetRegisteredEvents")?.first?.list ?? []
    for event in events.compactMap(\.list) where event.count >= 2 { note(event[0].text, event[1].text, isWanted: true) }
    lock.withLock { isServing = true }
    onMain { $0.embedded(in: (name, path)) }
    while true {
      switch peer.next(orReadable: ends.read, isReading: hasRoomForCalls) {
      case .closed: return
      case .call(let call): addCall(call, peer)
      case .answer(let number, let values): takeAnswer(number, values, peer)
      case .signal(let signal):
        guard signal.interface == Self.registryInterface, signal.values.count >= 2 else { continue }
        let isWanted = signal.member == "EventListenerRegistered"
        guard isWanted || signal.member == "EventListenerDeregistered" else { continue }
        note(signal.values[0].text, signal.values[1].text, isWanted: isWanted)
      case .woken:
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(ends.read, &bytes, bytes.count) > 0 {}
        guard !hasStopped else { return }
        let (events, questions) = lock.withLock {
          defer { (waiting, keys) = ([], []) }
          return (waiting, keys)
        }
        for question in questions { send(question, keyForm, peer) }
        for event in events where isWanted(event) {
          peer.emit(
            event.path, event.interface, event.member,
            [.text(event.detail), .int32(event.first), .int32(event.second), .variant(event.value), .list("{sv}", [])])
        }
      }
      guard peer.unsentBytes < Self.mostUnsent, !hasStopped else { return }
    }
  }

  // MARK: Keys

  private func send(_ question: Question, _ form: AssistiveKey.Form, isRepeated: Bool = false, _ peer: BusPeer) {
    let arguments = [question.key.argument(form)]
    guard let number = peer.ask(Self.keyController, Self.keyInterface, "NotifyListenersSync", arguments) else {
      return end(question, isTaken: false)
    }
    asked[number] = (question, form, isRepeated)
  }

  /// A registry that refuses one form of keys is asked in the other, and then in that one first.
  private func takeAnswer(_ number: UInt32, _ values: [DesktopBus.Value]?, _ peer: BusPeer) {
    guard let (question, form, isRepeated) = asked.removeValue(forKey: number) else { return }
    guard let values else {
      guard !isRepeated else { return end(question, isTaken: false) }
      return send(question, form == .long ? .short : .long, isRepeated: true, peer)
    }
    keyForm = form
    end(question, isTaken: values.first?.flag == true)
  }

  private func end(_ question: Question, isTaken: Bool) {
    lock.withLock { openQuestions -= 1 }
    DispatchQueue.main.async { MainActor.assumeIsolated { question.answered(isTaken) } }
  }

  /// The connection is gone: no tool takes a key any more.
  private func endQuestions() {
    let questions = lock.withLock {
      defer { (isServing, keys) = (false, []) }
      return keys
    }
    for question in questions + asked.values.map(\.question) { end(question, isTaken: false) }
    (asked, keyForm) = ([:], .long)
  }

  private var hasRoomForCalls: Bool { lock.withLock { calls.count < Self.mostCalls } }

  /// A call waits for the main thread.
  private func addCall(_ call: BusPeer.Call, _ peer: BusPeer) {
    let isFirst = lock.withLock {
      calls.append((call, peer))
      return calls.count == 1
    }
    if isFirst { answerSoon() }
  }

  private func answerSoon() {
    DispatchQueue.main.async { MainActor.assumeIsolated { self.answerCalls() } }
  }

  /// Answers the calls that wait. A call leaves the list once it is answered: an empty list means that no turn is asked
  /// for.
  @MainActor
  private func answerCalls() {
    let end = ContinuousClock.now + .seconds(Self.answeringTime)
    while let next = lock.withLock({ calls.first }) {
      if !hasStopped { answer(next.call, next.peer) }
      let (isLast, wasFull) = lock.withLock {
        let wasFull = calls.count == Self.mostCalls
        calls.removeFirst()
        return (calls.isEmpty, wasFull)
      }
      // The thread reads again, or sends the bytes that the bus did not take at once.
      if wasFull || next.peer.hasUnsent { wake() }
      if isLast { return }
      if ContinuousClock.now > end { return answerSoon() }
    }
  }

  @MainActor
  private func answer(_ call: BusPeer.Call, _ peer: BusPeer) {
    let asked = AssistiveCall(path: call.path, interface: call.interface, member: call.member, values: call.values)
    switch service.answer(asked) {
    case .values(let values): peer.answer(call, values)
    case .error(let name, let text): peer.refuse(call, name, text)
    }
  }

  /// Runs on the main thread, and waits for it.
  private func onMain(_ body: @MainActor (any AssistiveService) -> Void) {
    withoutActuallyEscaping(body) { body in
      let work = UncheckedWork(body)
      DispatchQueue.main.sync { MainActor.assumeIsolated { if !self.hasStopped { work.body(self.service) } } }
    }
  }

  private func note(_ listener: String?, _ event: String?, isWanted: Bool) {
    guard let listener, let event else { return }
    let parts = AssistiveEvent.parts(event)
    if isWanted {
      guard wanted.values.reduce(0, { $0 + $1.count }) < Self.mostWanted else { return }
      wanted[listener, default: []].append(parts)
    } else if let index = wanted[listener]?.firstIndex(of: parts) {
      wanted[listener]?.remove(at: index)
      if wanted[listener]?.isEmpty == true { wanted[listener] = nil }
    }
  }

  /// Whether a listener asked for the event, or for its kind.
  private func isWanted(_ event: AssistiveEvent) -> Bool {
    guard !event.standsForAnnouncement || !isWanted(["object", "announcement"]) else { return false }
    return isWanted(event.name)
  }

  private func isWanted(_ name: [Substring]) -> Bool {
    wanted.values.contains { $0.contains { name.starts(with: $0) } }
  }
}

/// A closure that another thread runs while this one waits.
private struct UncheckedWork: @unchecked Sendable {
  let body: @MainActor (any AssistiveService) -> Void
  init(_ body: @escaping @MainActor (any AssistiveService) -> Void) { self.body = body }
}
