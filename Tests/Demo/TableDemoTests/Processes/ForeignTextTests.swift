import Expectations
import Foundation
import Testing

@testable import ProcessViewer
@testable import TableDemo

@Suite("Text that other programs chose")
struct ForeignTextTests {
  @Test("is one line without control characters, whatever its bytes")
  func harmless() {
    expectEqual(ForeignText.make(Array("bash".utf8)), "bash")
    expectEqual(ForeignText.make(Array("名前 é".utf8)), "名前 é")
    expectEqual(ForeignText.make(Array("a\nb\tc\u{1B}[0m\u{7F}\u{85}".utf8)), "a?b?c?[0m??")
    expectEqual(ForeignText.make(Array("a\u{202E}cod.exe\u{2066}\u{2028}".utf8)), "a?cod.exe??")
    expectEqual(ForeignText.make([0x61, 0xFF, 0xC3]), "a\u{FFFD}\u{FFFD}")
    expectEqual(ForeignText.make([UInt8]()), "")
  }

  @Test("arguments of a command line have spaces between them, and none behind the last")
  func command() {
    expectEqual(ForeignText.command(Array("ls\0-l\0a b\0".utf8)), "ls -l a b")
    expectEqual(ForeignText.command(Array("title of its own\0\0\0\0".utf8)), "title of its own")
    expect(ForeignText.command([0, 0]) == "" && ForeignText.command([UInt8]()) == "")
    expectEqual(ForeignText.command(Array("a\0\0b".utf8)), "a  b")
  }

  @Test("a name the kernel cut off is completed from the command line, another is left alone")
  func name() {
    func name(_ name: String, _ command: String) -> String {
      ForeignText.name(Array(name.utf8), command: Array(command.utf8))
    }
    expectEqual(name("chrome_crashpad", "/opt/google/chrome_crashpad_handler\0--x\0"), "chrome_crashpad_handler")
    expectEqual(name("bash", "/bin/bash-static\0"), "bash")
    expectEqual(name("kworker/u8:2-ev", ""), "kworker/u8:2-ev")
    expectEqual(name("exactly15bytes!", "/bin/other\0"), "exactly15bytes!")
    expectEqual(name("exactly15bytes!", "///\0"), "exactly15bytes!")
    expectEqual(name("exactly15bytes!", "exactly15bytes!"), "exactly15bytes!")
  }

  @Test("sizes have one decimal and a unit")
  func memory() {
    expect(MemoryText.make(0) == "\u{2013}" && MemoryText.make(-1) == "\u{2013}")
    expect(MemoryText.make(1) == "0.0 MB" && MemoryText.make(50_000) == "0.1 MB")
    expectEqual(MemoryText.make(48_510_000), "48.5 MB")
    expect(MemoryText.make(999_949_999) == "999.9 MB" && MemoryText.make(999_950_000) == "1.0 GB")
    expectEqual(MemoryText.make(.max), "9.2 EB")
  }
}
