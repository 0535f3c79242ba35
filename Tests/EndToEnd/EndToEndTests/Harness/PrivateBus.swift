import Foundation

/// A session bus of a test's own, with a home and a runtime folder that are empty at first.
final class PrivateBus {
  /// Leads a program to the bus.
  let environment: [String: String?]
  let scratch: ScratchDirectory
  private let process: ChildProcess

  static let isInstalled = Tools.path(of: "dbus-daemon") != nil

  /// - Parameter unset: names of variables that programs on the bus are not to inherit.
  init(on display: VirtualDisplay, unset: [String]) async throws {
    guard let path = Tools.path(of: "dbus-daemon") else {
      throw HarnessError("there is no dbus-daemon: apt install dbus-daemon")
    }
    let scratch = try ScratchDirectory()
    var environment = display.environment
    for (name, folder) in [("HOME", "home"), ("XDG_RUNTIME_DIR", "run")] {
      try FileManager.default.createDirectory(
        atPath: scratch.path(folder), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      environment[name] = scratch.path(folder)
    }
    for name in ["XDG_CONFIG_HOME", "XDG_CACHE_HOME"] + unset { environment[name] = .some(nil) }
    // No kept settings: what GTK starts for them outlives the bus.
    environment["GSETTINGS_BACKEND"] = "memory"
    let process = try ChildProcess(path, ["--session", "--nofork", "--print-address=1"], environment: environment)
    environment["DBUS_SESSION_BUS_ADDRESS"] = try await waiting(for: "the address of the bus") {
      process.output.hasSuffix("\n") ? process.output.trimmingCharacters(in: .whitespacesAndNewlines) : nil
    }
    (self.environment, self.scratch, self.process) = (environment, scratch, process)
  }

  /// The programs on the bus end with it. They are found by their runtime folder: the bus of assistive tools is left behind
  /// by its launcher, and SIGTERM does not end it.
  deinit {
    process.send(SIGTERM)
    let mark = "XDG_RUNTIME_DIR=\(scratch.path("run"))"
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    for pid in processes.compactMap(pid_t.init) {
      guard let variables = FileManager.default.contents(atPath: "/proc/\(pid)/environ") else { continue }
      if variables.split(separator: 0).contains(where: { $0.elementsEqual(mark.utf8) }) { kill(pid, SIGKILL) }
    }
  }
}
