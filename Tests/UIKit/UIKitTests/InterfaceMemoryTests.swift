import Expectations
import Foundation
import Testing

@testable import UIKit

@Suite("Windows: what was on screen is kept for the next run")
struct InterfaceMemoryTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "anole-interface-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  @Test("only a program that asks for it keeps size, place and contents, or one for which a file is named")
  func keeping() throws {
    try withFolder { folder in
      expect(InterfaceMemory(program: "Demo", isWanted: false, environment: ["XDG_STATE_HOME": folder]) == nil)
      var memory = try #require(
        InterfaceMemory(program: "Demo", isWanted: true, environment: ["XDG_STATE_HOME": folder]))
      expect(memory.former == nil)
      memory.contents = Data([1, 2, 3])
      memory.keep(CGSize(width: 640, height: 480), at: (-5, 70))
      let path = folder + "/Demo/interface"
      let next = InterfaceMemory(program: "Demo", isWanted: false, environment: ["ANOLE_RESTORE": path])
      let former = try #require(next?.former)
      expect(former.size == CGSize(width: 640, height: 480) && former.contents == Data([1, 2, 3]))
      expect(former.place?.x == -5 && former.place?.y == 70)
      next?.keep(CGSize(width: 700, height: 500), at: nil)
      let last = InterfaceMemory(program: "Demo", isWanted: true, environment: ["XDG_STATE_HOME": folder])?.former
      expect(last?.size.width == 700 && last?.place == nil && last?.contents == nil)
    }
  }

  @Test("a file that holds something else remembers nothing")
  func hostile() throws {
    try withFolder { folder in
      let path = folder + "/interface"
      let lists: [Any] = [
        [1, 2], ["size": [640.0]], ["size": [1e9, 480.0]], ["size": [Double.nan, 480.0]], ["size": "640x480"], ["x": 1],
      ]
      var files = try lists.map {
        try PropertyListSerialization.data(fromPropertyList: $0, format: .binary, options: 0)
      }
      files += [Data("bplist00".utf8), Data("<plist>".utf8), Data([0])]
      for file in files {
        try file.write(to: URL(filePath: path))
        let memory = InterfaceMemory(program: "Demo", isWanted: true, environment: ["ANOLE_RESTORE": path])
        expect(memory != nil && memory?.former == nil)
      }
    }
  }
}
