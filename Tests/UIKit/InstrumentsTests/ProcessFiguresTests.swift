import Expectations
import Foundation
import Testing

@testable import Instruments
@testable import UIKitCore

@Suite("Process figures")
struct ProcessFiguresTests {
  @Test("CPU time grows with work and is not wall time")
  func cpuTime() {
    let before = ProcessFigures.cpuTime
    var sum = 0.0
    while ProcessFigures.cpuTime - before < 0.01 { sum += 1 }
    expect(sum > 0)
    expect(ProcessFigures.cpuTime - before >= 0.01)
  }

  @Test("peak memory is read from the status text")
  func peakMemory() throws {
    expectEqual(ProcessFigures.bytes(of: "VmHWM:", in: "Name:\tx\nVmHWM:\t   31744 kB\n"), 32_505_856)
    expect(ProcessFigures.bytes(of: "VmHWM:", in: "VmRSS:\t 1 kB\n") == nil)
    expect(ProcessFigures.bytes(of: "VmHWM:", in: "VmHWM:") == nil)
    expect(ProcessFigures.bytes(of: "VmHWM:", in: "") == nil)
    try expect(#require(ProcessFigures.peakResidentBytes) > 1_000_000)
  }

  @Test("private memory grows with what is written, not with what is only reserved")
  func privateMemory() throws {
    let text = "00400000-7fff [rollup]\nPrivate_Clean:      12 kB\nPrivate_Dirty:    8500 kB\n"
    expectEqual(ProcessFigures.bytes(of: "Private_Dirty:", in: text), 8_704_000)
    let before = try #require(ProcessFigures.privateDirtyBytes)
    let size = 128_000_000
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 4096)
    defer { memory.deallocate() }
    try expect(#require(ProcessFigures.privateDirtyBytes) < before + size / 2)
    memory.initializeMemory(as: UInt8.self, repeating: 1, count: size)
    try expect(#require(ProcessFigures.privateDirtyBytes) > before + size / 2)
  }

  @Test("the start field is found behind a program name with spaces and parentheses")
  func startField() {
    let numbers = (3...52).map(String.init).joined(separator: " ")
    expectEqual(ProcessAge.startTicks(stat: "17 (a) b ) (c) \(numbers)"), 22)
    expect(ProcessAge.startTicks(stat: "17 (a) R 1 2") == nil)
    expect(ProcessAge.startTicks(stat: "") == nil)
  }

  @Test("the start is refined inside its tick by the CPU time, never outside it")
  func refinement() {
    func start(now: Double, cpuTime: Double) -> Double {
      ProcessAge.start(tickStart: 50, tick: 0.01, now: now, cpuTime: cpuTime)
    }
    expect(abs(start(now: 50.020, cpuTime: 0.013) - 50.007) < 1e-9)
    expect(abs(start(now: 50.500, cpuTime: 0.013) - 50.01) < 1e-9)
    expect(abs(start(now: 50.001, cpuTime: 0.900) - 50) < 1e-9)
  }

  @Test("the age of this process is positive and grows")
  func age() throws {
    let first = try #require(ProcessAge.current())
    let second = try #require(ProcessAge.current())
    expect(first > 0)
    expect(second - first > -0.011)
    expect(first < 3600 * 24)
  }

  @Test("a moment that a script handed over begins the program's life when it lies in that of the process")
  func handedOver() {
    func age(_ startedAt: Double?) -> Double { ProcessAge.age(ofProcess: 100, startedAt: startedAt, now: 1000) }
    expect(age(nil) == 100 && age(998) == 2 && age(1000) == 0 && age(900) == 100)
    // Handed to another program, set for later, or nonsense.
    for moment in [899.0, 1000.5, 0, -1, .nan, .infinity] { expectEqual(age(moment), 100, "\(moment)") }
  }
}
