internal import CSDL2
import Foundation
internal import SDL

/// A font file that stays open, for all fonts made of it.
///
/// It is read and not mapped: of a file that is cut off while the program runs there are fewer bytes then, where a mapping
/// would end the program, and what the fonts do not look at takes no memory. Used by one thread at a time.
final class FontBytes {
  /// Closed once, in deinit.
  private let descriptor: Int32
  /// The file's length when it was opened.
  let count: Int64

  /// - Throws: `SDLError` for a file that cannot be read, or is not one.
  init(path: String) throws(SDLError) {
    // A pipe in the file's place is not waited for.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      throw SDLError(function: "open", reason: "\(path): \(String(cString: strerror(errno)))")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw SDLError(function: "open", reason: "\(path) is not a file")
    }
    count = Int64(status.st_size)
  }

  deinit { close(descriptor) }

  /// Bytes from `offset` on; fewer than asked for at the file's end, none where it cannot be read.
  fileprivate func read(into target: UnsafeMutableRawPointer, count: Int, at offset: Int64) -> Int {
    max(0, pread(descriptor, target, count, off_t(offset)))
  }

  /// A stream of the file for SDL, which frees it; nil without memory.
  func makeStream() -> UnsafeMutablePointer<SDL_RWops>? {
    guard let stream = SDL_AllocRW() else { return nil }
    stream.pointee.type = UInt32(SDL_RWOPS_UNKNOWN)
    stream.pointee.hidden.unknown.data1 = Unmanaged.passRetained(FontReader(self)).toOpaque()
    stream.pointee.size = { stream in FontReader.of(stream)?.bytes.count ?? -1 }
    stream.pointee.seek = { stream, offset, origin in FontReader.of(stream)?.seek(offset, origin) ?? -1 }
    stream.pointee.read = { stream, target, size, count in
      guard let reader = FontReader.of(stream), let target else { return 0 }
      return reader.read(into: target, size: size, count: count)
    }
    stream.pointee.write = { _, _, _, _ in 0 }
    stream.pointee.close = { stream in
      guard let stream else { return 0 }
      if let state = stream.pointee.hidden.unknown.data1 { Unmanaged<FontReader>.fromOpaque(state).release() }
      SDL_FreeRW(stream)
      return 0
    }
    return stream
  }
}

/// One stream's place in a font file, and the bytes around it: fonts are read in pieces of a few bytes.
private final class FontReader {
  let bytes: FontBytes
  private var position: Int64 = 0
  /// The part of the file in `window`.
  private var held: Range<Int64> = 0..<0
  private let window = UnsafeMutableRawPointer.allocate(byteCount: FontReader.windowBytes, alignment: 16)

  private static let windowBytes = 2048

  init(_ bytes: FontBytes) { self.bytes = bytes }

  deinit { window.deallocate() }

  static func of(_ stream: UnsafeMutablePointer<SDL_RWops>?) -> FontReader? {
    guard let state = stream?.pointee.hidden.unknown.data1 else { return nil }
    return Unmanaged<FontReader>.fromOpaque(state).takeUnretainedValue()
  }

  /// - Returns: the new place; -1 for one before the file's start.
  func seek(_ offset: Int64, _ origin: Int32) -> Int64 {
    let start: Int64 = origin == RW_SEEK_SET ? 0 : origin == RW_SEEK_CUR ? position : bytes.count
    let (place, overflow) = start.addingReportingOverflow(offset)
    guard !overflow, place >= 0 else { return -1 }
    position = place
    return place
  }

  /// - Returns: how many objects of `size` bytes were read.
  func read(into target: UnsafeMutableRawPointer, size: Int, count: Int) -> Int {
    let (wanted, overflow) = size.multipliedReportingOverflow(by: count)
    guard !overflow, wanted > 0 else { return 0 }
    guard wanted <= Self.windowBytes else {
      let got = bytes.read(into: target, count: wanted, at: position)
      position += Int64(got)
      return got / size
    }
    if position < held.lowerBound || position + Int64(wanted) > held.upperBound {
      let got = bytes.read(into: window, count: Self.windowBytes, at: position)
      held = position..<position + Int64(got)
    }
    let got = min(wanted, Int(held.upperBound - position))
    target.copyMemory(from: window + Int(position - held.lowerBound), byteCount: got)
    position += Int64(got)
    return got / size
  }
}
