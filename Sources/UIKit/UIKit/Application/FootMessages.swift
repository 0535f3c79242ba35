import Foundation

/// Lines at the foot of the window that another program writes into the pipe ANOLE_MESSAGES names: `scripts/watch-app` tells
/// there why an edited app does not build. An empty line takes the last one away.
@MainActor
final class FootMessages {
  private let source: any DispatchSourceRead
  private var bar: UIView?
  private var unfinished: [UInt8] = []

  /// Nil where the environment names no pipe.
  init?() {
    guard let path = getenv("ANOLE_MESSAGES") else { return nil }
    // Open for writing as well, so that the end of a writer is no end.
    let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.read(descriptor) } }
    source.setCancelHandler { close(descriptor) }
    source.resume()
  }

  isolated deinit { source.cancel() }

  private func read(_ descriptor: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return }
    unfinished += buffer.prefix(count)
    guard let end = unfinished.lastIndex(of: UInt8(ascii: "\n")) else { return }
    let lines = unfinished[..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    unfinished.removeSubrange(...end)
    if let last = lines.last { show(String(decoding: last, as: UTF8.self)) }
  }

  private func show(_ text: String) {
    bar?.removeFromSuperview()
    guard let window = UIApplication.current?.keyWindow, !text.isEmpty else { return }
    let (margin, bounds) = (8.0, window.bounds)
    let label = UILabel()
    label.text = text
    label.numberOfLines = 3
    label.font = .monospacedSystemFont(ofSize: 13, weight: .regular)
    label.textColor = .white
    label.autoresizingMask = .flexibleWidth
    let room = CGSize(width: max(0, bounds.width - 2 * margin), height: bounds.height)
    let height = label.sizeThatFits(room).height
    label.frame = CGRect(x: margin, y: margin, width: room.width, height: height)
    let bar = UIView(
      frame: CGRect(
        x: 0, y: bounds.maxY - height - 2 * margin, width: bounds.width, height: height + 2 * margin))
    bar.backgroundColor = UIColor(red: 0.7, green: 0.1, blue: 0.1, alpha: 0.95)
    bar.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
    bar.addSubview(label)
    window.addSubview(bar)
    self.bar = bar
  }
}
