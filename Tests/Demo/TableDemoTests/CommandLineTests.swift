import ArgumentParser
import Expectations
import Testing

@testable import TableDemo

@Suite("The command line")
struct CommandLineTests {
  private func options(_ arguments: String...) throws -> Options {
    try TableDemoCommand.parse(arguments).arguments.options()
  }

  /// The exit code and everything printed for arguments that are refused.
  private func refusal(_ arguments: [String]) -> (code: Int32, message: String)? {
    do {
      _ = try TableDemoCommand.parse(arguments)
      return nil
    } catch {
      return (TableDemoCommand.exitCode(for: error).rawValue, TableDemoCommand.fullMessage(for: error))
    }
  }

  @Test("without arguments shows the countries in a window of 1280 by 800")
  func defaults() throws {
    try expectEqual(options(), Options())
    expectEqual(Options().screen, .countries)
    expectEqual(Options().size, WindowSize(width: 1280, height: 800))
    expect(Options().frames == nil)
  }

  @Test("a file chooses the screen 'file', rows choose 'stress'")
  func implied() throws {
    try expectEqual(options("notes.txt").screen, .file)
    try expectEqual(options("notes.txt", "--screen", "file").files, ["notes.txt"])
    try expectEqual(options("a.txt", "--fps", "b.csv", "c").files, ["a.txt", "b.csv", "c"])
    try expectEqual(options("--rows", "5").screen, .stress)
    try expectEqual(options("--screen", "reuse").screen, .reuse)
  }

  @Test(
    "rows are whole numbers from 0 to a billion, underscores allowed",
    arguments: [("0", 0), ("1000", 1000), ("1_000_000_000", 1_000_000_000), ("1000000000", 1_000_000_000)])
  func rows(text: String, number: Int) throws {
    try expectEqual(options("--screen", "stress", "--rows", text).rows, number)
  }

  @Test("the screen of many rows has a billion, unless it is told another number")
  func billion() throws {
    try expectEqual(options("--screen", "stress").rows(of: .stress), 1_000_000_000)
    try expectEqual(options().rows(of: .stress), 1_000_000_000)
    try expectEqual(options("--rows", "5").rows(of: .stress), 5)
  }

  @Test("the screen of rich rows has a hundred thousand, and changes only if told to")
  func rich() throws {
    try expectEqual(options("--screen", "rich").rows(of: .rich), 100_000)
    try expectEqual(options("--screen", "rich").rows(of: .selfsizing), 1_000_000, "other screens have theirs")
    try expectEqual(options("--screen", "selfsizing").rows(of: .rich), 100_000)
    try expectEqual(options("--screen", "rich", "--rows", "7").rows(of: .selfsizing), 7)
    try expectEqual(options("--screen", "rich").changeRate, 0)
    try expectEqual(options("--screen", "rich", "--rows", "7", "--changes", "200").changeRate, 200)
    for arguments in [["--changes", "5"], ["--screen", "rich", "--changes", "0"]] {
      try expectEqual(#require(refusal(arguments)).code, 64)
    }
  }

  @Test(
    "other rows are refused with the range",
    arguments: ["-1", "x", "1.5", "", "1_000_000_001", "_1", "1__0", "1_", "99999999999999999999", "٣"])
  func badRows(text: String) throws {
    let refused = try #require(refusal(["--rows", text]))
    expectEqual(refused.code, 64)
    expect(refused.message.contains("a whole number from 0 to 1_000_000_000"))
  }

  @Test("a size is two numbers of points")
  func size() throws {
    try expectEqual(options("--size", "640x480").size, WindowSize(width: 640, height: 480))
    for text in ["640", "640x", "x480", "640x480x1", "-640x480", "640X480", "1x1", "99999x480", "640 x 480"] {
      let refused = try #require(refusal(["--size", text]), "\(text)")
      expectEqual(refused.code, 64)
      expect(refused.message.contains("for example 1280x800"))
    }
  }

  @Test("an unknown screen, renderer or appearance lists the valid ones")
  func unknownNames() throws {
    let screen = try #require(refusal(["--screen", "nope"]))
    expectEqual(screen.code, 64)
    for name in ScreenName.allCases { expect(screen.message.contains("- \(name.rawValue)\n")) }
    try expect(#require(refusal(["--renderer", "gl"])).message.contains("'accelerated'"))
    try expect(#require(refusal(["--appearance", "red"])).message.contains("'dark'"))
  }

  @Test("standard input is a file like others")
  func standardInput() throws {
    try expectEqual(options("-").files, ["-"])
    try expectEqual(options("-").screen, .file)
  }

  @Test("a scripted run scrolls by 37 points unless told otherwise")
  func scripted() throws {
    try expectEqual(options("--frames", "600").motion, .scroll(points: 37))
    try expectEqual(options("--frames", "1_000", "--scroll", "0.5").motion, .scroll(points: 0.5))
    try expectEqual(options("--frames", "3", "--jump").motion, .jump)
    try expectEqual(options("--headless").frames, 600)
    try expectEqual(options("--headless", "--frames", "7").frames, 7)
    try expectEqual(options("--headless", "--jump").motion, .jump)
    try expect(options("--frames", "3", "--paced").isPaced)
    try expect(!options("--frames", "3").isPaced)
  }

  @Test("output goes to files, statistics also to standard output")
  func outputs() throws {
    let options = try options(
      "--screenshot", "a.png", "--stats", "-", "--trace", "t.json", "--fps", "--renderer", "software",
      "--appearance", "dark")
    expectEqual(options.screenshot, "a.png")
    expectEqual(options.stats, "-")
    expectEqual(options.trace, "t.json")
    expect(options.showsOverlay)
    expectEqual(options.renderer, .software)
    expectEqual(options.appearance, .dark)
  }

  @Test(
    "arguments that contradict each other are refused",
    arguments: [
      ["--screen", "file"], ["a.txt", "--screen", "stress"], ["--rows", "3", "--screen", "countries"],
      ["a.txt", "--rows", "3"], ["--jump"], ["--scroll", "3"], ["--paced"],
      ["--frames", "3", "--jump", "--scroll", "3"], ["--frames", "0"], ["--frames", "-3"],
      ["--frames", "3", "--scroll", "nan"],
      ["--frames", "3", "--scroll", "-1"], ["--screenshot", "-"], ["--trace", "-"], ["--bogus"],
    ])
  func contradictions(arguments: [String]) throws {
    let refused = try #require(refusal(arguments))
    expectEqual(refused.code, 64)
    expect(refused.message.contains("Usage: TableDemo"))
  }

  @Test("every option of the contract is in the help")
  func help() {
    let help = TableDemoCommand.helpMessage(columns: 100)
    for option in [
      "<file>", "--screen <name>", "--rows <n>", "--changes <n>", "--renderer", "--size <W>x<H>", "--appearance",
      "--fps",
      "--frames <n>", "--scroll <points>", "--jump", "--paced", "--headless", "--screenshot <path.png>",
      "--stats <path|->", "--trace <path>", "--list-screens", "--version", "--help",
    ] { expect(help.contains(option), "\(option)") }
  }

  @Test("the list of screens has a line for each")
  func list() {
    let lines = ScreenName.list.split(separator: "\n")
    expectEqual(lines.count, ScreenName.allCases.count)
    expectEqual(lines.map { $0.prefix { $0 != " " } }, ScreenName.allCases.map { $0.rawValue[...] })
  }
}
