import Foundation

/// Bytes on their way into a pipe that another program reads, as fast as it does: the main thread never waits.
@MainActor
final class PipeWriter {
  private let descriptor: Int32
  private let source: any DispatchSourceWrite
  private let wrote: @MainActor () -> Void
  private var rest: ArraySlice<UInt8>
  /// When the reader is given up, on the clock of `MonotonicClock.seconds`.
  private var deadline: Double

  /// Writes `bytes` and closes the descriptor, at the latest when nothing was read for `patience` seconds.
  /// - Parameters:
  ///   - descriptor: open for writing; closed by this in any case.
  ///   - wrote: called whenever the reader has made room and taken more.
  static func write(
    _ bytes: [UInt8], to descriptor: Int32, patience: Double, wrote: @escaping @MainActor () -> Void
  ) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    let writer = PipeWriter(bytes, to: descriptor, patience: patience, wrote: wrote)
    // The source keeps the writer until it is cancelled.
    writer.source.setEventHandler { MainActor.assumeIsolated { writer.goOn(patience: patience) } }
    writer.source.setCancelHandler { close(descriptor) }
    writer.source.activate()
    writer.watch(for: patience)
  }

  private init(
    _ bytes: [UInt8], to descriptor: Int32, patience: Double, wrote: @escaping @MainActor () -> Void
  ) {
    self.descriptor = descriptor
    self.wrote = wrote
    rest = bytes[...]
    deadline = MonotonicClock.seconds + patience
    source = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: .main)
  }

  private func goOn(patience: Double) {
    let (count, error) = rest.withUnsafeBytes { Self.writeQuietly($0, to: descriptor) }
    if count > 0 {
      rest = rest.dropFirst(count)
      deadline = MonotonicClock.seconds + patience
      wrote()
    }
    let waits = count < 0 && (error == EAGAIN || error == EINTR)
    if rest.isEmpty || count <= 0 && !waits { source.cancel() }
  }

  private func watch(for seconds: Double) {
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [weak self] in
      guard let self, !source.isCancelled else { return }
      let left = deadline - MonotonicClock.seconds
      if left > 0 { watch(for: left) } else { source.cancel() }
    }
  }

  /// Writes without SIGPIPE, by which a pipe whose reader has gone would end the program.
  /// - Returns: as `write()` does, with the reason where it fails.
  private static func writeQuietly(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> (count: Int, error: Int32)
  {
    var pipe = sigset_t()
    var before = sigset_t()
    var pending = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    sigpending(&pending)
    pthread_sigmask(SIG_BLOCK, &pipe, &before)
    let count = Foundation.write(descriptor, bytes.baseAddress, bytes.count)
    let error = errno
    // The signal goes to the thread that writes, where it waits now, unless another waited there before.
    if count < 0, error == EPIPE, sigismember(&pending, SIGPIPE) == 0 {
      var none = timespec()
      sigtimedwait(&pipe, nil, &none)
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    return (count, error)
  }
}
