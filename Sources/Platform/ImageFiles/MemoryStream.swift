internal import CSDL2

/// Bytes in memory as a stream for SDL_image's decoders, which remembers whether one read past the end.
///
/// SDL's own stream gives no sign of it, and the decoders pass over a read that brought too little.
struct MemoryStream {
  private struct State {
    let bytes: UnsafeRawBufferPointer
    var offset = 0
    var ranPastEnd = false
  }

  /// The stream for decoders; valid until `free()`.
  let handle: UnsafeMutablePointer<SDL_RWops>
  private let state: UnsafeMutablePointer<State>

  /// - Parameter bytes: outlive the stream.
  /// - Returns: nil when SDL has no memory for a stream.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let handle = SDL_AllocRW() else { return nil }
    self.handle = handle
    state = .allocate(capacity: 1)
    state.initialize(to: State(bytes: bytes))
    handle.pointee.type = UInt32(SDL_RWOPS_UNKNOWN)
    handle.pointee.hidden.unknown.data1 = UnsafeMutableRawPointer(state)
    handle.pointee.size = { Int64(MemoryStream.state(of: $0)?.pointee.bytes.count ?? 0) }
    handle.pointee.seek = { stream, offset, origin in
      guard let state = MemoryStream.state(of: stream) else { return -1 }
      let end = Int64(state.pointee.bytes.count)
      let start: Int64 = origin == RW_SEEK_CUR ? Int64(state.pointee.offset) : origin == RW_SEEK_END ? end : 0
      let (target, overflow) = start.addingReportingOverflow(offset)
      guard !overflow, 0...end ~= target else { return -1 }
      state.pointee.offset = Int(target)
      return target
    }
    handle.pointee.read = { stream, target, size, count in
      guard let state = MemoryStream.state(of: stream), let target, size > 0, count > 0 else { return 0 }
      let available = state.pointee.bytes.count - state.pointee.offset
      if available == 0 { state.pointee.ranPastEnd = true }
      let taken = min(count, available / size)
      guard taken > 0 else { return 0 }
      let source = state.pointee.bytes[state.pointee.offset..<state.pointee.offset + taken * size]
      UnsafeMutableRawBufferPointer(start: target, count: taken * size).copyBytes(from: source)
      state.pointee.offset += taken * size
      return taken
    }
    handle.pointee.write = { _, _, _, _ in 0 }
    handle.pointee.close = { _ in 0 }
  }

  /// Whether something was asked for when nothing was left.
  var ranPastEnd: Bool { state.pointee.ranPastEnd }

  /// Ends the stream; called once.
  func free() {
    SDL_FreeRW(handle)
    state.deallocate()
  }

  private static func state(of stream: UnsafeMutablePointer<SDL_RWops>?) -> UnsafeMutablePointer<State>? {
    stream?.pointee.hidden.unknown.data1?.assumingMemoryBound(to: State.self)
  }
}
