import Foundation

/// Wakes a run loop when something came from a Wayland compositor, whichever thread read it.
///
/// A connection has one socket and may be read by several threads: by Mesa's, and by one that SDL 3.4 has for the
/// pointer's pictures. Who reads takes all that waits in the socket and sorts it into the queues of its receivers. A
/// main thread that sleeps until the socket is readable then sleeps on, with events in its queue. This reader takes
/// part in every read, by libwayland's rules for several threads, and afterwards makes a descriptor of its own
/// readable.
///
/// It has a queue of its own that stays empty, and calls no listener: events are dispatched where they were before.
package final class WaylandReader: Sendable {
  /// Becomes readable with the start and with each read.
  private let wake: Pipe
  /// Becomes readable when the thread is to end.
  private let stop: Pipe
  private let hasEnded = DispatchSemaphore(value: 0)
  private let connection: Connection

  /// Begins to read, on a thread that is asleep while nothing comes.
  /// - Parameter display: SDL's connection (`wl_display`), which outlives the reader.
  /// - Returns: nil where libwayland-client is not loaded or lacks a function, or where the process can have no more
  ///   descriptors.
  package init?(display: OpaquePointer) {
    guard let wake = Pipe() else { return nil }
    guard let stop = Pipe() else {
      wake.giveBack()
      return nil
    }
    guard let connection = Connection(display: display) else {
      wake.giveBack()
      stop.giveBack()
      return nil
    }
    (self.wake, self.stop, self.connection) = (wake, stop, connection)
    let thread = Thread { [hasEnded] in
      // Told only when the next read is prepared: from then on no other thread reads without this one, and what one
      // read before is told now.
      while connection.prepareRead() {
        wake.post()
        guard connection.read(unless: stop.output) else { break }
      }
      // The connection is lost, which its owner is to find out, or the reader ends.
      wake.post()
      hasEnded.signal()
    }
    thread.name = "wayland reader"
    thread.stackSize = 64 << 10
    thread.start()
  }

  /// Ends the thread before it gives back what that uses.
  deinit {
    stop.post()
    hasEnded.wait()
    connection.destroyQueue()
    stop.giveBack()
    wake.giveBack()
  }

  /// Readable from the start and from each read on until `acknowledge()`; belongs to the reader.
  package var fileDescriptor: Int32 { wake.output }

  /// Makes the descriptor unreadable until the next read. Called before the queues are dispatched: what is read
  /// afterwards wakes again.
  package func acknowledge() { wake.drain() }
}

extension WaylandReader {
  /// A pipe whose bytes mean nothing but that there are some. Neither end blocks.
  private struct Pipe {
    let output: Int32
    private let input: Int32

    /// Nil where the process can have no more descriptors.
    init?() {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return nil }
      for end in ends {
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
      (output, input) = (ends[0], ends[1])
    }

    func giveBack() {
      close(output)
      close(input)
    }

    /// Makes the output readable.
    func post() {
      var byte: UInt8 = 1
      _ = write(input, &byte, 1)
    }

    /// Makes the output unreadable.
    func drain() {
      var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
      while read(output, &bytes, MemoryLayout.size(ofValue: bytes)) == MemoryLayout.size(ofValue: bytes) {}
    }
  }
}

extension WaylandReader {
  /// The functions of libwayland-client that are used here; any thread may call them.
  private struct Connection: @unchecked Sendable {
    private typealias DisplayCall = @convention(c) (OpaquePointer) -> Int32
    private typealias CreateQueue = @convention(c) (OpaquePointer) -> OpaquePointer?
    private typealias QueueCall = @convention(c) (OpaquePointer, OpaquePointer) -> Int32
    private typealias Cancel = @convention(c) (OpaquePointer) -> Void

    private let display: OpaquePointer
    private let queue: OpaquePointer
    private let socket: Int32
    private let prepare: QueueCall
    private let dispatchPending: QueueCall
    private let readEvents: DisplayCall
    private let cancelRead: Cancel
    private let destroy: Cancel

    init?(display: OpaquePointer) {
      let find = SymbolTable(of: ClientLibrary(.wayland))
      do {
        prepare = try find("wl_display_prepare_read_queue")
        dispatchPending = try find("wl_display_dispatch_queue_pending")
        readEvents = try find("wl_display_read_events")
        cancelRead = try find("wl_display_cancel_read")
        destroy = try find("wl_event_queue_destroy")
        let socketOf: DisplayCall = try find("wl_display_get_fd")
        let createQueue: CreateQueue = try find("wl_display_create_queue")
        guard let queue = createQueue(display) else { return nil }
        (self.display, self.queue, socket) = (display, queue, socketOf(display))
      } catch { return nil }
    }

    /// Has other threads that read wait for `read(unless:)`, which follows.
    /// - Returns: false when the connection is lost.
    func prepareRead() -> Bool {
      // Refused while the queue holds something, which it does not unless libwayland itself puts it there.
      while prepare(display, queue) != 0 { if dispatchPending(display, queue) < 0 { return false } }
      return true
    }

    /// Sleeps until the compositor sends something, and takes part in reading it.
    /// - Parameter stop: a descriptor that ends this when it is readable.
    /// - Returns: false when it was ended, or the connection is lost.
    func read(unless stop: Int32) -> Bool {
      var states = [
        pollfd(fd: socket, events: Int16(POLLIN), revents: 0), pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
      ]
      while poll(&states, 2, -1) < 0, errno == EINTR {}
      guard states[1].revents == 0, states[0].revents != 0 else {
        cancelRead(display)
        return false
      }
      return readEvents(display) == 0
    }

    func destroyQueue() { destroy(queue) }
  }
}
