import Foundation

extension UIApplication {
  /// Makes sure of what any program with a window needs of its process; called by `UIApplicationMain`, and before it by
  /// a program that opens files of its own first.
  ///
  /// - Standard input, output and error are open. Those the program was started without are opened on `/dev/null`, for
  ///   reading only: else the next file opened would take their place, and a message would go into that file, or to the
  ///   display. To write there fails as it would on what is closed, so results are not lost unnoticed.
  /// - A file that would become longer than the limit (`ulimit -f`) is an error of `write` and does not end the program.
  /// - The main thread's stack may grow to what views nested as deep as `LayoutPass` allows need.
  /// - All threads allocate from one heap: a program at rest has written 0.1 MB less.
  /// - Files can be opened and memory mapped. Under limits (`ulimit -n`, `ulimit -v`) too low for the Swift runtime
  ///   itself, which ends a program by a trap, this ends it with one line and exit code 70.
  public nonisolated static func prepareProcess() {
    StandardDescriptors.openMissing()
    ProcessLimits.surviveLongFiles()
    ProcessLimits.raiseStack()
    ProcessLimits.useOneArena()
    if let problem = ProcessLimits.problem { fail("cannot start: \(problem)", exitCode: ExitCode.software) }
  }
}

/// Standard input, output and error.
enum StandardDescriptors {
  static func openMissing() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // The lowest free number is taken: this one, since those below are open.
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Writes to standard error. A failure, such as a closed terminal or a full device, cannot be reported and is
  /// ignored.
  static func writeError(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if count == 0 || errno != EINTR { return }
    }
  }
}

/// The limits the system sets for the process.
private enum ProcessLimits {
  /// A run needs ten at once; a screen full of pictures or of running programs opens a few more.
  private static let descriptors: Int32 = 16
  /// Stacks of threads, the heap's arenas, fonts, and a window's pixels.
  private static let bytes = 192 << 20

  /// The system keeps 128 MB of addresses free for the main thread's stack, whatever its limit was at the start.
  private static let stackBytes: rlim_t = 120 << 20

  /// A handler rather than to ignore the signal, which programs started by this one would inherit.
  static func surviveLongFiles() {
    var known = sigaction()
    guard sigaction(SIGXFSZ, nil, &known) == 0, known.__sigaction_handler.sa_handler == nil else { return }
    signal(SIGXFSZ) { _ in }
  }

  static func raiseStack() { raise(RLIMIT_STACK, to: stackBytes) }

  /// A line that names the resource in short supply, its limit and the cure; nil when all limits are high enough.
  static var problem: String? {
    if !canOpen(descriptors) {
      raise(RLIMIT_NOFILE, to: 1024)
      guard canOpen(descriptors) else {
        return "fewer than \(descriptors) more files can be opened; raise the limit, which is "
          + "\(limit(RLIMIT_NOFILE)) (ulimit -n)"
      }
    }
    let addresses = limit(RLIMIT_AS)
    guard canMap(bytes) else {
      return "fewer than \(bytes >> 20) MB more memory can be mapped; raise the limit, which is "
        + "\(addresses >> 20) MB (ulimit -v)"
    }
    return nil
  }

  private static func canOpen(_ count: Int32) -> Bool {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    for _ in 0..<count {
      let descriptor = dup(STDERR_FILENO)
      guard descriptor >= 0 else { return false }
      opened.append(descriptor)
    }
    return true
  }

  private static func canMap(_ count: Int) -> Bool {
    // Address space only: nothing is reserved for it.
    let memory = mmap(nil, count, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard memory != MAP_FAILED else { return false }
    munmap(memory, count)
    return true
  }

  /// Has the heap make no arena for each thread: each takes 64 MB of addresses, and when a few have taken what a limit
  /// leaves, the next allocation of any thread fails. What a thread has freed also serves the others then.
  static func useOneArena() {
    typealias SetOption = @convention(c) (_ option: Int32, _ value: Int32) -> Int32
    let mostArenas: Int32 = -8
    // <malloc.h> is not in the C library's module.
    guard let symbol = dlsym(nil, "mallopt") else { return }
    _ = unsafeBitCast(symbol, to: SetOption.self)(mostArenas, 1)
  }

  private static func limit(_ resource: __rlimit_resource) -> rlim_t {
    var limits = rlimit()
    getrlimit(Int32(resource.rawValue), &limits)
    return limits.rlim_cur
  }

  /// Raises a limit as far as the process may, `wish` at most.
  private static func raise(_ resource: __rlimit_resource, to wish: rlim_t) {
    var limits = rlimit()
    guard getrlimit(Int32(resource.rawValue), &limits) == 0 else { return }
    limits.rlim_cur = min(limits.rlim_max, max(wish, limits.rlim_cur))
    setrlimit(Int32(resource.rawValue), &limits)
  }
}
