import Expectations
import Foundation
import Testing

@testable import Desktop

@Suite("Text into pipes", .timeLimit(.minutes(1)))
@MainActor
struct PipeWriterTests {
  @Test("more than a pipe holds arrives whole, as it is read")
  func whole() async throws {
    let (reading, writing) = try Self.pipe()
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    var turns = 0
    PipeWriter.write(bytes, to: writing, patience: 10) { turns += 1 }
    let read = await Task.detached { try? FileHandle(fileDescriptor: reading, closeOnDealloc: true).readToEnd() }.value
    expectEqual(read.map { [UInt8]($0) }, bytes)
    expect(turns > 1)
  }

  @Test("a reader that goes away does not end the program, and the pipe is closed")
  func closed() async throws {
    // As in a program that leaves the signal alone: it would end the tests.
    let before = signal(SIGPIPE, SIG_DFL)
    defer { signal(SIGPIPE, before) }
    let (reading, writing) = try Self.pipe()
    close(reading)
    PipeWriter.write([1, 2, 3], to: writing, patience: 30) {}
    try await Self.expectEnd(of: writing)
    // The signal does not wait for later either.
    var pending = sigset_t()
    sigpending(&pending)
    expectEqual(sigismember(&pending, SIGPIPE), 0)
  }

  @Test("a reader that never reads is given up")
  func hanging() async throws {
    let (reading, writing) = try Self.pipe()
    defer { close(reading) }
    PipeWriter.write([UInt8](repeating: 1, count: 300_000), to: writing, patience: 0.3) {}
    expect(fcntl(writing, F_GETFD) >= 0)
    try await Self.expectEnd(of: writing)
  }

  private static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(Foundation.pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  private static func expectEnd(of descriptor: Int32) async throws {
    let end = ContinuousClock.now + .seconds(10)
    while fcntl(descriptor, F_GETFD) >= 0, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(10)) }
    expect(fcntl(descriptor, F_GETFD) < 0)
  }
}
