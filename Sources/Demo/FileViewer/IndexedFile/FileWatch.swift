import Foundation

/// Hears of changes to a file that is open, and in the folders its path leads to, without looking: by inotify.
///
/// It tells of a change once, and of the next one only after `rearm()`, so that a file that is written without rest wakes
/// the program as often as it is read. Unheard of go changes through a mapping of the file, which the system does not
/// tell, and links in the middle of the path that are led elsewhere.
final class FileWatch: @unchecked Sendable {
  private let descriptor: Int32
  private let content: Int32
  private let queue = DispatchQueue(label: "file watch")
  private let source: any DispatchSourceRead
  /// Whether the next change is told, and whether the file itself has changed since it was looked at; on `queue`.
  private var state = (isArmed: true, isWritten: false)

  /// File systems of this machine alone, whose changes the kernel sees all of.
  private static let localSystems: Set<String> = [
    "ext2", "ext3", "ext4", "xfs", "btrfs", "tmpfs", "ramfs", "f2fs", "zfs", "bcachefs", "jfs", "reiserfs", "vfat",
    "exfat", "ntfs3",
  ]
  private static let contentMask = UInt32(IN_MODIFY | IN_ATTRIB | IN_CLOSE_WRITE)
  private static let folderMask = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)

  /// - Parameter onChange: called on a thread of the watch.
  /// - Returns: nil where the file system, or the system's limits, do not let changes be heard of.
  init?(of file: OpenFile, onChange: @escaping @Sendable () -> Void) {
    guard let system = Self.fileSystem(of: file.descriptor), Self.localSystems.contains(system) else { return nil }
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    // Through links, too, the file is in a folder of its own.
    let real = realpath(file.path, nil).map { path in
      defer { free(path) }
      return String(cString: path)
    }
    content = inotify_add_watch(descriptor, "/proc/self/fd/\(file.descriptor)", Self.contentMask)
    let folders = [file.path, real ?? file.path].map { path in
      let slash = path.lastIndex(of: "/")
      return slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }
    guard content >= 0, folders.allSatisfy({ inotify_add_watch(descriptor, $0, Self.folderMask) >= 0 }) else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setCancelHandler { close(descriptor) }
    source.setEventHandler { [weak self] in
      guard let self, drain(), state.isArmed else { return }
      state.isArmed = false
      source.suspend()
      onChange()
    }
    source.resume()
  }

  deinit {
    source.cancel()
    // A source that is suspended is not let go.
    if !state.isArmed { source.resume() }
  }

  /// The kind of file system a file lies on, by the mount the kernel says it was opened through.
  private static func fileSystem(of descriptor: Int32) -> String? {
    guard let about = try? String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8),
      let line = about.split(separator: "\n").first(where: { $0.hasPrefix("mnt_id:") }),
      let mount = line.split(whereSeparator: \.isWhitespace).last,
      let mounts = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)
    else { return nil }
    for entry in mounts.split(separator: "\n") {
      let words = entry.split(separator: " ")
      guard words.first == mount, let dash = words.firstIndex(of: "-"), dash + 1 < words.count else { continue }
      return String(words[dash + 1])
    }
    return nil
  }

  /// Has the next change told; those until now are not. Called before the file is looked at.
  /// - Returns: whether the file itself may have changed since the last call.
  @discardableResult
  func rearm() -> Bool {
    queue.sync {
      _ = drain()
      let isWritten = state.isWritten
      if !state.isArmed { source.resume() }
      state = (true, false)
      return isWritten
    }
  }

  /// Reads the events that wait.
  /// - Returns: whether there was one.
  private func drain() -> Bool {
    var hasEvent = false
    let header = MemoryLayout<inotify_event>.size
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 16) { buffer in
      while case let count = read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
        hasEvent = true
        var position = 0
        while position + header <= count {
          let event = buffer.loadUnaligned(fromByteOffset: position, as: inotify_event.self)
          position += header + Int(event.len)
          // An overflow has no watch.
          if event.wd == content || event.wd < 0 { state.isWritten = true }
        }
      }
    }
    return hasEvent
  }
}
