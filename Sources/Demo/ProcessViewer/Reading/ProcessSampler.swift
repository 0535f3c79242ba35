import DemoParts
import Foundation

/// Looks at all processes again and again, off the main thread.
actor ProcessSampler {
  /// The state of a process kept between two samples.
  private struct Known {
    var ticks: UInt64
    var load: Int
    /// The name the texts were made for.
    var rawName: [UInt8]
    var name, command, user, searchText: String
    /// The look that saw it last.
    var look: Int
  }

  /// Sends a signal to a process. Gives 0, or the number of the error.
  typealias SignalSender = @Sendable (_ pid: Int32, _ signal: Int32) -> Int32

  private let path: String
  /// Nil for a directory whose processes do not exist.
  private let sendSignal: SignalSender?
  nonisolated let measure: ProcessLoad
  private let pageSize: Int
  private var directory: ProcessDirectory?
  private var known: [ProcessIdentity: Known] = [:]
  private var users = UserNames()
  private var look = 0
  /// Seconds since the machine started, at the last look.
  private var lastTime: Double?

  /// Looks closer together than that say nothing new about loads, which are counted in hundredths of a second.
  private static let shortestInterval = 0.2

  /// Where the kernel tells of its processes.
  static let machine = "/proc"

  /// - Parameters:
  ///   - path: `/proc`, or a directory made like it.
  ///   - sendSignal: how processes are asked to end; by the kernel those of `/proc`, and no others, unless told
  ///     otherwise.
  init(
    path: String = ProcessSampler.machine, measure: ProcessLoad = .thisMachine,
    pageSize: Int = max(sysconf(Int32(_SC_PAGESIZE)), 1), sendSignal: SignalSender? = nil
  ) {
    self.path = path
    let kernel: SignalSender = { pid, signal in kill(pid, signal) == 0 ? 0 : errno }
    self.sendSignal = sendSignal ?? (path == Self.machine ? kernel : nil)
    self.measure = measure
    self.pageSize = pageSize
  }

  /// All processes as they are now. A load is that since the look before; where there was none, since the process
  /// started.
  /// - Parameter now: seconds since the machine started.
  func look(at now: Double = ProcessSampler.secondsSinceStart) throws(UnreadableInput) -> [ProcessEntry] {
    let directory = try openDirectory()
    look += 1
    let interval = lastTime.map { now - $0 } ?? 0
    let isTooSoon = lastTime != nil && interval < Self.shortestInterval
    var figures: [ProcessEntry] = []
    figures.reserveCapacity(known.count + 16)
    directory.forEachProcess { line in
      let identity = ProcessIdentity(pid: line.pid, start: line.start)
      var process =
        known[identity]
        ?? Known(
          ticks: 0, load: 0, rawName: [], name: "", command: "", user: "", searchText: "", look: 0)
      // A directory that changes while it is read may tell an entry twice.
      guard process.look != look else { return }
      let isNew = process.look == 0
      // A process that starts another program keeps its number and its start.
      if isNew || process.rawName != line.name { describe(&process, line, directory) }
      if isNew {
        let age = now - Double(line.start) / measure.ticksPerSecond
        process.load = measure.tenths(line.ticks, since: 0, seconds: max(age, interval, 1 / measure.ticksPerSecond))
      } else if !isTooSoon {
        process.load = measure.tenths(line.ticks, since: process.ticks, seconds: interval)
      }
      if isNew || !isTooSoon { process.ticks = line.ticks }
      process.look = look
      known[identity] = process
      figures.append(Self.figures(identity, line, process, pageSize))
    }
    known = known.filter { $0.value.look == look }
    if !isTooSoon { lastTime = now }
    return figures
  }

  /// A look, with the list it makes of the one before.
  func list(after list: ProcessList) throws(UnreadableInput) -> ProcessList {
    var next = list
    next.take(try look())
    return next
  }

  /// Whether the process is still the same, and not another one with its number.
  func isAlive(_ identity: ProcessIdentity) -> Bool {
    guard let directory = try? openDirectory() else { return false }
    return directory.stat(of: identity.pid)?.start == identity.start
  }

  /// Asks a process of this machine to end.
  /// - Returns: why that cannot be; nil when it was asked.
  func terminate(_ identity: ProcessIdentity) -> String? {
    guard let sendSignal else { return "it is not a process of this machine" }
    guard isAlive(identity) else { return "it has ended already" }
    let error = sendSignal(identity.pid, SIGTERM)
    return error == 0 ? nil : String(cString: strerror(error))
  }

  private func openDirectory() throws(UnreadableInput) -> ProcessDirectory {
    if let directory { return directory }
    let opened = try ProcessDirectory(path: path)
    directory = opened
    return opened
  }

  private func describe(_ process: inout Known, _ line: StatLine, _ directory: ProcessDirectory) {
    let command = directory.command(of: line.pid)
    process.rawName = line.name
    process.name = ForeignText.name(line.name, command: command)
    process.command = ForeignText.command(command)
    if process.user.isEmpty { process.user = directory.user(of: line.pid).map { users.name(of: $0) } ?? "" }
    process.searchText = "\(process.name)\n\(process.command)\n\(process.user)".lowercased()
  }

  private static func figures(
    _ identity: ProcessIdentity, _ line: StatLine, _ process: Known, _ pageSize: Int
  ) -> ProcessEntry {
    let (bytes, overflows) = Int(clamping: line.residentPages).multipliedReportingOverflow(by: pageSize)
    let memory = overflows ? Int.max : bytes
    return ProcessEntry(
      identity: identity, name: process.name, command: process.command, user: process.user, state: line.state,
      threads: line.threads, load: process.load, memory: memory, loadText: ProcessLoad.text(process.load),
      memoryText: MemoryText.make(memory), searchText: process.searchText)
  }

  /// The clock the kernel counts the starts of processes by.
  static var secondsSinceStart: Double {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
