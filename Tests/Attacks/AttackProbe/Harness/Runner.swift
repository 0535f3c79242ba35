import TestSupport
import UIKit

/// Carries programs out in this process, on the stage their attack wants. The process ends with the first that fails.
@MainActor
final class Runner {
  enum Work {
    /// Programs with counted seeds, until the time is over.
    case seeds(Range<Int>, seconds: Double)
    case program([Step])
  }

  private let attack: any Attack.Type
  private let work: Work
  private let journal: Journal

  init(_ attack: any Attack.Type, _ work: Work, _ journal: Journal) {
    self.attack = attack
    self.work = work
    self.journal = journal
  }

  /// Bytes of memory a process may map: far more than any honest program needs, far less than a machine has.
  private static let memory: UInt = 2 << 30

  /// Whether the process runs under a sanitizer, which maps more memory than there is.
  static let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil

  func start() {
    setLimits()
    switch work {
    case .seeds(let seeds, _) where attack.programsPerProcess == 1:
      attack.prepareProcess(for: program(seeds.lowerBound), journal)
    case .seeds: attack.prepareProcess(for: nil, journal)
    case .program(let program): attack.prepareProcess(for: program, journal)
    }
    switch attack.stage {
    case .fakes: runAll()
    case .headless:
      exit(
        UIApplicationMain(
          delegate: StageDelegate(self),
          configuration: UIApplicationLaunchConfiguration(renderer: .software, isHeadless: true, isUncapped: true)))
    }
  }

  private func setLimits() {
    if !Self.isSanitized {
      var memory = rlimit(rlim_cur: Self.memory, rlim_max: Self.memory)
      setrlimit(__rlimit_resource_t(9), &memory)  // RLIMIT_AS
    }
    var core = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(4), &core)  // RLIMIT_CORE
    // For a process that hangs after its parent has gone.
    var processor = rlimit(rlim_cur: 120, rlim_max: 120)
    setrlimit(__rlimit_resource_t(0), &processor)  // RLIMIT_CPU, in seconds
  }

  fileprivate func runAll() {
    switch work {
    case .program(let program): run(program)
    case .seeds(let seeds, let seconds):
      let end = ContinuousClock.now + .seconds(seconds)
      for seed in seeds.prefix(attack.programsPerProcess) {
        write("program \(seed)\n", to: STDOUT_FILENO)
        run(program(seed))
        if ContinuousClock.now > end { return }
      }
    }
  }

  private func program(_ seed: Int) -> [Step] {
    var random = SeededRandom(seed: seed)
    return attack.program(using: &random)
  }

  private func run(_ program: [Step]) {
    do throws(Mismatch) {
      try attack.run(program, journal)
    } catch {
      write("\(error.subject): \(error.detail)\n", to: STDERR_FILENO)
      // Not `exit`: what is broken must not get a chance to break more.
      _exit(Supervisor.mismatchExit)
    }
  }
}

/// Runs the programs inside a launched application.
@MainActor
private final class StageDelegate: UIResponder, UIApplicationDelegate {
  private let runner: Runner

  init(_ runner: Runner) {
    self.runner = runner
    super.init()
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    runner.runAll()
    application.terminate()
    return true
  }
}
