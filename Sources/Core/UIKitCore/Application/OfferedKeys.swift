import Foundation

/// Keys that assistive tools are asked about before the program gets them, and the input behind them, in order.
///
/// Each key goes to the tools when it comes. Until they have answered it waits here, and so does everything that the user
/// does meanwhile; what the display tells of the window does not. A key that a tool takes is dropped with its text and with
/// its release, whose tools are told of it and not asked.
///
/// Tools that do not answer in `patience` seconds count as silent: what waits is delivered, and keys wait for them no
/// more until they have answered one.
@MainActor
final class OfferedKeys {
  /// Seconds that a key waits for the answer: Orca at work on a busy machine takes more than 0.1 s, and must not lose its
  /// commands to the program.
  static let patience: TimeInterval = 0.25

  private struct Entry {
    let event: InputEvent
    let time: TimeInterval
    /// The number of the question about the event; nil where nothing is asked.
    var question: Int?
    /// Whether a tool takes the key; nil while that is open.
    var isTaken: Bool?
  }

  private unowned let application: UIApplication
  /// The first entry is a key that is asked about.
  private var waiting: [Entry] = []
  private var lastQuestion = 0
  private var areToolsSilent = false
  /// Keys held down that a tool has taken.
  private var takenKeys: Set<UIKeyboardHIDUsage> = []
  /// Text that comes before the next key is that of a key that a tool has taken.
  private var isTextTaken = false
  private var isReleasing = false
  /// Rings when the first entry has waited long enough.
  private lazy var alarm = FrameAlarm { [weak self] in self?.stopWaiting() }

  init(of application: UIApplication) { self.application = application }

  /// Takes an event in: delivers it, or keeps it until it may be delivered.
  func receive(_ event: InputEvent, from tools: any AccessibilityObserver) {
    guard event.isOfUser else { return application.handle(event) }
    var entry = Entry(event: event, time: application.frameLoop.now, question: nil, isTaken: false)
    switch event {
    case .keyDown(let key):
      lastQuestion += 1
      let number = lastQuestion
      let isAsked = tools.offer(key, isDown: true) { [weak self] in self?.answered(number, isTaken: $0) }
      if isAsked, !areToolsSilent { (entry.question, entry.isTaken) = (number, nil) }
    case .keyUp(let key):
      _ = tools.offer(key, isDown: false) { [weak self] _ in self?.areToolsSilent = false }
    default: break
    }
    guard !waiting.isEmpty || isReleasing || entry.isTaken == nil else { return deliver(entry) }
    waiting.append(entry)
    setAlarm()
  }

  /// Delivers what waits: no tool is asked any more, or none answers.
  func release() {
    for index in waiting.indices where waiting[index].isTaken == nil { waiting[index].isTaken = false }
    releaseDecided()
  }

  private func stopWaiting() {
    areToolsSilent = true
    release()
  }

  private func answered(_ number: Int, isTaken: Bool) {
    areToolsSilent = false
    guard let index = waiting.firstIndex(where: { $0.question == number }), waiting[index].isTaken == nil else {
      return
    }
    waiting[index].isTaken = isTaken
    releaseDecided()
  }

  private func releaseDecided() {
    guard !isReleasing else { return }
    isReleasing = true
    while let first = waiting.first, first.isTaken != nil, application.exitCode == nil {
      waiting.removeFirst()
      deliver(first)
    }
    isReleasing = false
    setAlarm()
  }

  private func setAlarm() {
    guard let first = waiting.first else { return alarm.cancel() }
    guard alarm.time == nil || alarm.time != first.time + Self.patience else { return }
    alarm.set(after: first.time + Self.patience - application.frameLoop.now, on: application.frameLoop)
  }

  private func deliver(_ entry: Entry) {
    switch entry.event {
    case .keyDown(let key):
      let isTaken = entry.isTaken == true
      isTextTaken = isTaken
      if isTaken { takenKeys.insert(key.code) } else { takenKeys.remove(key.code) }
      guard !isTaken else { return }
    case .keyUp(let key):
      isTextTaken = false
      guard takenKeys.remove(key.code) == nil else { return }
    case .textInput where isTextTaken: return
    default: break
    }
    application.handle(entry.event)
  }
}

extension InputEvent {
  /// An action of the user, which keeps its place among the others; not what the display tells of windows and textures.
  fileprivate var isOfUser: Bool {
    switch self {
    case .pointerMoved, .pointerDown, .pointerUp, .wheel, .fingerDown, .fingerMoved, .fingerUp, .fingerCancelled,
      .keyDown, .keyUp, .textInput, .textEditing, .filesDropped:
      true
    case .window(let change): [.focusGained, .focusLost, .pointerLeft].contains(change)
    case .quit, .renderTargetsLost, .deviceLost, .displayLost, .windowDestroyed, .showingFailed: false
    }
  }
}
