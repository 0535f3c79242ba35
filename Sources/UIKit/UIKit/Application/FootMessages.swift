import Foundation

/// Lines at the foot of the window that another program writes into the pipe ANOLE_MESSAGES names: `scripts/watch-app` tells
/// there why an edited app does not build. An empty line takes the last one away.
@MainActor
final class FootMessages {
  private let source: any DispatchSourceRead
  private var label: UILabel?
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
    guard let window = UIApplication.current?.keyWindow, !text.isEmpty else {
      label?.removeFromSuperview()
      return
    }
    let label = label ?? UILabel()
    self.label = label
    label.text = text
    label.numberOfLines = 3
    label.font = .monospacedSystemFont(ofSize: 13, weight: .regular)
    label.textColor = .white
    label.backgroundColor = UIColor(red: 0.7, green: 0.1, blue: 0.1, alpha: 0.95)
    label.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
    let bounds = window.bounds
    let height = label.sizeThatFits(CGSize(width: bounds.width, height: bounds.height)).height + 12
    label.frame = CGRect(x: 0, y: bounds.maxY - height, width: bounds.width, height: height)
    window.addSubview(label)
  }
}
