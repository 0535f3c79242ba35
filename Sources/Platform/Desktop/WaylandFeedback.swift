import Foundation

/// Asks a Wayland compositor when frames reach the screen (`wp_presentation`), and keeps its answers until they are taken.
///
/// Times are taken on the clock that the compositor names, from just before the commit to the moment it says the frame's
/// first pixel turned to light. Until it has named one that the system has it is asked nothing.
@MainActor
final class WaylandFeedback {
  typealias Proxy = WaylandClient.Proxy

  /// Questions that are open at a time: a compositor that answers none is asked no more.
  private static let mostQuestions = 16
  /// Answers that wait to be taken; older ones are dropped.
  private static let mostAnswers = 64
  /// Seconds from commit to light beyond which an answer makes no sense and is dropped, as is one from before the commit.
  private static let longest = 60.0
  /// Clocks that run without the process, by the numbers of `clock_gettime`: real time, monotonic, raw, both coarse ones,
  /// boot time and atomic time.
  private static let usableClocks: Set<UInt32> = [0, 1, 4, 5, 6, 7, 11]

  private let client: WaylandClient
  private let presentation: Proxy
  private var clock: clockid_t?
  private var questions: [Question] = []
  private var answers: [(frame: Int, latency: Double?)] = []

  /// - Parameter presentation: the compositor's `wp_presentation`, which this owns from now on.
  init(client: WaylandClient, presentation: Proxy) {
    self.client = client
    self.presentation = presentation
    client.listen(to: presentation, Self.clockListener, for: self)
  }

  isolated deinit {
    for question in questions { client.destroy(question.proxy) }
    client.destroy(presentation, by: 0)
  }

  /// Asks about what the next commit of `surface` shows.
  /// - Parameter frame: the number that the answer has.
  func ask(about frame: Int, on surface: Proxy) {
    guard questions.count < Self.mostQuestions, let clock, let now = Self.seconds(of: clock),
      let proxy = client.make(
        WaylandExtensions.presentationFeedback, version: 1, by: 1, of: presentation, .object(surface), .new)
    else { return }
    let question = Question(proxy: proxy, frame: frame, committed: now, owner: self)
    questions.append(question)
    client.listen(to: proxy, Question.listener, for: question)
  }

  /// The oldest answer that was not taken: the frame's number, and the seconds from its commit to the screen, nil for one
  /// that was never shown.
  func nextAnswer() -> (frame: Int, latency: Double?)? { answers.isEmpty ? nil : answers.removeFirst() }

  private func clockIsNamed(_ number: UInt32) {
    let named = clockid_t(bitPattern: number)
    clock = Self.usableClocks.contains(number) && Self.seconds(of: named) != nil ? named : nil
  }

  /// Nil for a clock that the system does not have.
  private static func seconds(of clock: clockid_t) -> Double? {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return nil }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// - Parameter shown: seconds of the clock; nil for a frame that was not shown.
  private func answer(_ question: Question, shown: Double?) {
    guard let index = questions.firstIndex(where: { $0 === question }) else { return }
    questions.remove(at: index)
    client.destroy(question.proxy)
    let latency = shown.map { $0 - question.committed }
    if let latency, !(0...Self.longest).contains(latency) { return }
    if answers.count >= Self.mostAnswers { answers.removeFirst() }
    answers.append((question.frame, latency))
  }

  private static let clockListener: WaylandListener = {
    let named: @convention(c) (UnsafeMutableRawPointer?, Proxy?, UInt32) -> Void = { data, _, clock in
      WaylandListener.tell(data, WaylandFeedback.self) { $0.clockIsNamed(clock) }
    }
    return WaylandListener(named)
  }()

  /// One `wp_presentation_feedback`, which ends with its answer.
  @MainActor
  private final class Question {
    let proxy: Proxy
    let frame: Int
    /// Seconds of the compositor's clock.
    let committed: Double
    private unowned let owner: WaylandFeedback

    init(proxy: Proxy, frame: Int, committed: Double, owner: WaylandFeedback) {
      self.proxy = proxy
      self.frame = frame
      self.committed = committed
      self.owner = owner
    }

    private typealias Data = UnsafeMutableRawPointer

    static let listener: WaylandListener = {
      let isForOutput: @convention(c) (Data?, Proxy?, Proxy?) -> Void = { _, _, _ in }
      let presented: @convention(c) (Data?, Proxy?, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) -> Void = {
        data, _, secondsHigh, secondsLow, nanoseconds, _, _, _, _ in
        let seconds = Double(UInt64(secondsHigh) << 32 | UInt64(secondsLow)) + Double(nanoseconds) / 1e9
        WaylandListener.tell(data, Question.self) { $0.owner.answer($0, shown: seconds) }
      }
      let discarded: @convention(c) (Data?, Proxy?) -> Void = { data, _ in
        WaylandListener.tell(data, Question.self) { $0.owner.answer($0, shown: nil) }
      }
      return WaylandListener(isForOutput, presented, discarded)
    }()
  }
}
