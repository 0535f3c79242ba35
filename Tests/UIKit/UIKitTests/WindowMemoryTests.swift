import Expectations
import Foundation
import Testing

@testable import UIKit

@Suite("Windows: what was chosen for them is remembered")
struct WindowMemoryTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "anole-size-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  @Test("a size is kept for displays of the same size, and is no larger than the display")
  func keeping() throws {
    try withFolder { folder in
      let memory = WindowMemory(program: "Demo", environment: ["XDG_STATE_HOME": folder])
      expect(memory.size(onDisplay: (1920, 1080), scale: 1) == nil)
      memory.keep(CGSize(width: 1500, height: 900), onDisplay: (1920, 1080))
      memory.keep(CGSize(width: 700, height: 500), onDisplay: (1280, 800))
      expectEqual(memory.size(onDisplay: (1920, 1080), scale: 1), CGSize(width: 1500, height: 900))
      expectEqual(memory.size(onDisplay: (1280, 800), scale: 1), CGSize(width: 700, height: 500))
      expectEqual(memory.size(onDisplay: (1920, 1080), scale: 2), CGSize(width: 960, height: 540))
      expect(memory.size(onDisplay: (800, 600), scale: 1) == nil && memory.size(onDisplay: nil, scale: 1) == nil)
    }
  }

  @Test("the corner of the profiler's panel is kept beside the sizes, whichever is kept first")
  func corner() throws {
    try withFolder { folder in
      let memory = WindowMemory(program: "Demo", environment: ["XDG_STATE_HOME": folder])
      expect(memory.overlayCorner == nil)
      for corner in WindowCorner.allCases {
        memory.keep(corner)
        memory.keep(CGSize(width: 700, height: 500), onDisplay: (1280, 800))
        expectEqual(memory.overlayCorner, corner)
        expectEqual(memory.size(onDisplay: (1280, 800), scale: 1), CGSize(width: 700, height: 500))
      }
      try "overlay middle\n".write(toFile: folder + "/Demo/window", atomically: true, encoding: .utf8)
      expect(memory.overlayCorner == nil)
    }
  }

  @Test("malformed lines are skipped, and a folder that cannot be written is no error")
  func hostile() throws {
    try withFolder { folder in
      try FileManager.default.createDirectory(atPath: folder + "/Demo", withIntermediateDirectories: true)
      let text = "1x1 0x0\nnonsense\n1x1 nanxnan\n1x1 1e9x1e9\n1x1\n\n1x1 300x200 7\n800x600 640x480\n"
      try text.write(toFile: folder + "/Demo/window", atomically: true, encoding: .utf8)
      let memory = WindowMemory(program: "Demo", environment: ["XDG_STATE_HOME": folder])
      expect(memory.size(onDisplay: (1, 1), scale: 1) == nil)
      expectEqual(memory.size(onDisplay: (800, 600), scale: 1), CGSize(width: 640, height: 480))
      let nowhere = WindowMemory(program: "Demo", environment: ["HOME": "/proc"])
      nowhere.keep(CGSize(width: 640, height: 480), onDisplay: (800, 600))
      expect(nowhere.size(onDisplay: (800, 600), scale: 1) == nil)
      expect(WindowMemory(program: "Demo", environment: [:]).size(onDisplay: (800, 600), scale: 1) == nil)
    }
  }

  @Test("a file of fifty megabytes, a pipe, a folder or a device in the file's place is no fault, and not waited for")
  func otherFiles() throws {
    try withFolder { folder in
      let file = folder + "/Demo/window"
      try FileManager.default.createDirectory(atPath: folder + "/Demo", withIntermediateDirectories: true)
      let memory = WindowMemory(program: "Demo", environment: ["XDG_STATE_HOME": folder])
      try Data((String(repeating: "800x600 640x480\n", count: 50 << 16)).utf8).write(to: URL(filePath: file))
      let start = ContinuousClock.now
      expect(memory.size(onDisplay: (800, 600), scale: 1) == nil)
      expect(ContinuousClock.now - start < .milliseconds(50))
      // The next size is remembered in its place.
      memory.keep(CGSize(width: 700, height: 500), onDisplay: (800, 600))
      expectEqual(memory.size(onDisplay: (800, 600), scale: 1), CGSize(width: 700, height: 500))
      try FileManager.default.removeItem(atPath: file)
      try #require(mkfifo(file, 0o600) == 0)
      expect(memory.size(onDisplay: (800, 600), scale: 1) == nil)
      try FileManager.default.removeItem(atPath: file)
      try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "/dev/zero")
      expect(memory.size(onDisplay: (800, 600), scale: 1) == nil)
      try FileManager.default.removeItem(atPath: file)
      try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
      expect(memory.size(onDisplay: (800, 600), scale: 1) == nil)
    }
  }
}
