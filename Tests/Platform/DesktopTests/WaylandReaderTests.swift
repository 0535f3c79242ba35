import Expectations
import Foundation
import Testing

@testable import Desktop

/// The client's library and a compositor that only sends what the test wants.
@MainActor
@Suite("The reader of a Wayland connection", .serialized)
struct WaylandReaderTests {
  private typealias Connect = @convention(c) (Int32) -> OpaquePointer?
  private typealias DisplayCall = @convention(c) (OpaquePointer) -> Int32

  private let library = ClientLibrary(.wayland, loads: true)
  private let server: Int32
  private let display: OpaquePointer

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    server = ends[1]
    let connect = try #require(library.function("wl_display_connect_to_fd", as: Connect.self))
    display = try #require(connect(ends[0]))
  }

  /// The registry's `global`, with one interface of three letters, of the first object that a client makes.
  private func announce(_ name: UInt32) {
    let words: [UInt32] = [2, 24 << 16 | 0, name, 4, UInt32(littleEndian: 0x0063_6261), 1]
    _ = words.withUnsafeBytes { write(server, $0.baseAddress, $0.count) }
  }

  private func isReadable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, milliseconds) == 1
  }

  @Test("what another thread reads from the compositor wakes who waits, each of 2000 times, and stays in its queue")
  func sharedReading() throws {
    let client = try #require(WaylandClient(display: display, queue: .shared))
    let registry = try #require(client.makeRegistry())
    let dispatch = try #require(library.function("wl_display_dispatch_pending", as: DisplayCall.self))
    let reader = try #require(WaylandReader(display: display))
    let other = try #require(WaylandReader(display: display))
    for one in [reader, other] {
      expect(isReadable(one.fileDescriptor, within: 5000), "what was read before the start is told then")
      one.acknowledge()
    }
    var (lost, dispatched) = (0, Int32(0))
    for name in 1...2000 {
      announce(UInt32(name))
      // Both read, whichever comes first.
      for descriptor in [reader.fileDescriptor, other.fileDescriptor] where !isReadable(descriptor, within: 5000) {
        lost += 1
      }
      reader.acknowledge()
      other.acknowledge()
      dispatched += dispatch(display)
      expect(!isReadable(reader.fileDescriptor, within: 0), "told twice")
    }
    expectEqual(lost, 0)
    expectEqual(dispatched, 2000)
    client.destroy(registry)
  }

  @Test("a compositor that goes away wakes who waits; the reader ends at once, before and after that")
  func ending() throws {
    do {
      let early = try #require(WaylandReader(display: display))
      early.acknowledge()
    }
    let reader = try #require(WaylandReader(display: display))
    expect(isReadable(reader.fileDescriptor, within: 5000))
    reader.acknowledge()
    close(server)
    expect(isReadable(reader.fileDescriptor, within: 5000))
    let errorOf = try #require(library.function("wl_display_get_error", as: DisplayCall.self))
    expect(errorOf(display) != 0)
  }

  @Test("a compositor that hung up is found before anything was read")
  func hangUp() throws {
    let connection = try #require(DisplayConnection(.wayland, display: UnsafeMutableRawPointer(display)))
    expect(connection.failureOrHangUp == nil)
    close(server)
    expect(connection.failure == nil && connection.failureOrHangUp == "Broken pipe")
  }
}
