import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@testable import CollectionView

@Suite("Collection view: misuse")
struct CollectionMisuseTests {
  private func expectMessage(_ result: ExitTest.Result?, _ words: [String]) throws {
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    for word in words { expect(message.contains(word), "\(word) is not in: \(message)") }
  }

  @Test("a batch that does not fit the data ends the program with the counts and the cure, in the words of items")
  func batch() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let fixture = CollectionFixture([3])
      fixture.view.deleteItems(at: [path(1)])
    }
    try expectMessage(
      result,
      [
        "Invalid update: invalid number of items in section 0", "after the update (3)", "(0 inserted, 1 deleted)",
        "name every item that came or went",
      ])
  }

  @Test("an identifier without a class, a second dequeue for an item and a cell returned twice are named")
  func supply() async throws {
    let unknown = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let fixture = CollectionFixture([3])
      _ = fixture.view.dequeueReusableCell(withReuseIdentifier: "other", for: path(0))
    }
    try expectMessage(unknown, ["could not dequeue a cell with identifier \"other\"", "register"])
    let twice = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      _ = CollectionFixture([3]) { fixture in
        fixture.onCell = { _ = fixture.view.dequeueReusableCell(withReuseIdentifier: "cell", for: $0) }
      }
    }
    try expectMessage(twice, ["was called twice for", "\"cell\""])
    let shown = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      final class Same: NSObject, UICollectionViewDataSource {
        let cell = UICollectionViewCell(frame: .zero)
        func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 2 }
        func collectionView(_ collectionView: UICollectionView, cellForItemAt path: IndexPath) -> UICollectionViewCell {
          cell
        }
      }
      let source = Same()
      _ = CollectionFixture([]) { $0.view.dataSource = source }
    }
    try expectMessage(shown, ["for item 1 of section 0, the view that already shows item 0 of section 0"])
  }

  @Test("items and sections that do not exist, and data that changed without a reload, are named")
  func bounds() async throws {
    let item = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let fixture = CollectionFixture([3])
      fixture.view.scrollToItem(at: path(7), at: .top, animated: false)
    }
    try expectMessage(item, ["scrollToItem(at:at:animated:): item (7) beyond bounds (3) for section (0)"])
    let section = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let fixture = CollectionFixture([3])
      _ = fixture.view.numberOfItems(inSection: 2)
    }
    try expectMessage(section, ["section 2 does not exist, the collection view has 1 sections"])
    let data = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let fixture = CollectionFixture([300])
      fixture.texts[0].removeLast(290)
      fixture.scroll(to: CGPoint(x: 0, y: 3000))
    }
    try expectMessage(data, ["now returns 10 for section 0, but was 300", "call reloadData()"])
  }

  @Test("a layout of another collection view and a class that is no cell are named")
  func objects() async throws {
    let layout = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let (one, other) = (CollectionFixture([3]), CollectionFixture([3]))
      other.view.collectionViewLayout = one.view.collectionViewLayout
    }
    try expectMessage(layout, ["that lays out another collection view", "make one for each"])
    let type = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      CollectionFixture([3]).view.register(UILabel.self, forCellWithReuseIdentifier: "label")
    }
    try expectMessage(type, ["was given the class UILabel", "register a subclass of UICollectionViewCell"])
  }
}
