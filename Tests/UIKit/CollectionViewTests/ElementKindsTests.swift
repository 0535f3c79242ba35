import Expectations
import Testing

@testable import CollectionView

@Suite struct ElementKindsTests {
  @Test("A kind has one number, which tells its name and whether it decorates")
  func numbers() {
    var kinds = ElementKinds()
    let header = kinds.number(of: "header", .supplementary)
    let background = kinds.number(of: "header", .decoration)
    expectEqual(kinds.number(of: "header", .supplementary), header)
    expectEqual(background, header + 1)
    expectEqual(kinds.kind(background).name, "header")
    #expect(kinds.kind(background).category == .decoration)
  }
}
