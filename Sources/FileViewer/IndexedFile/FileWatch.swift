import Foundation

/// Hears of changes to a file that is open, and to what its path leads to, without looking: by inotify.
///
/// It tells of a change once, and of the next one only after `rearm()`, so that a file that is written without rest wakes
/// the program as often as it is read. Unheard of go changes through a mapping of the file, which the system does not
/// tell, and links in the middle of the path that are led elsewhere.
final class FileWatch: @unchecked Sendable {
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "file watch")
  private let source: any DispatchSourceRead
  /// The watches of folders, and the one name in each that matters; nil for all.
  private let folders: [Int32: String?]
  /// Whether the next change is told; on `queue`.
  private var isArmed = true

  /// File systems of this machine alone, whose changes the kernel sees all of.
  private static let localSystems: Set<String> = [
    "ext2", "ext3", "ext4", "xfs", "btrfs", "tmpfs", "ramfs", "f2fs", "zfs", "bcachefs", "jfs", "reiserfs", "vfat",
    "exfat", "ntfs3",
  ]
  private static let contentMask = UInt32(IN_MODIFY | IN_ATTRIB | IN_CLOSE_WRITE)
  private static let nameMask = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)

  /// - Parameter onChange: called on a thread of the watch.
  /// - Returns: nil where the file system, or the system's limits, do not let changes be heard of.
  init?(of file: OpenFile, onChange: @escaping @Sendable () -> Void) {
    guard let system = Self.fileSystem(of: file.descriptor), Self.localSystems.contains(system) else { return nil }
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let content = inotify_add_watch(descriptor, "/proc/self/fd/\(file.descriptor)", Self.contentMask)
    let folders = content >= 0 ? Self.watchFolders(of: file.path, descriptor) : nil
    guard let folders else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    self.folders = folders
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setCancelHandler { close(descriptor) }
    source.setEventHandler { [weak self] in
      guard let self, drain(), isArmed else { return }
      isArmed = false
      source.suspend()
      onChange()
    }
    source.resume()
  }

  deinit {
    source.cancel()
    // A source that is suspended is not let go.
    if !isArmed { source.resume() }
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

  /// Watches the folder the path names, and the one in which the file lies in truth.
  private static func watchFolders(of path: String, _ descriptor: Int32) -> [Int32: String?]? {
    var folders: [Int32: String?] = [:]
    var paths = [path]
    var status = stat()
    let isLink = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    if let real = realpath(path, nil) {
      if isLink { paths.append(String(cString: real)) }
      free(real)
    }
    for (number, path) in paths.enumerated() {
      let slash = path.lastIndex(of: "/")
      let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
      let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
      let watch = inotify_add_watch(descriptor, folder, nameMask)
      guard watch >= 0 else { return nil }
      // A link may lead through others beside it.
      folders[watch] = .some(number == 0 && isLink ? nil : name)
    }
    return folders
  }

  /// Has the next change told; those until now are not. Called before the file is looked at.
  func rearm() {
    queue.sync {
      _ = drain()
      guard !isArmed else { return }
      isArmed = true
      source.resume()
    }
  }

  /// Reads the events that wait.
  /// - Returns: whether one of them matters.
  private func drain() -> Bool {
    var matters = false
    let header = MemoryLayout<inotify_event>.size
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 16) { buffer in
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var position = 0
        while position + header <= count {
          let event = buffer.loadUnaligned(fromByteOffset: position, as: inotify_event.self)
          let bytes = buffer[(position + header)..<min(position + header + Int(event.len), count)]
          position += header + Int(event.len)
          guard let wanted = folders[event.wd], let name = wanted else {
            matters = true
            continue
          }
          if bytes.prefix(while: { $0 != 0 }).elementsEqual(name.utf8) { matters = true }
        }
      }
    }
    return matters
  }
}
