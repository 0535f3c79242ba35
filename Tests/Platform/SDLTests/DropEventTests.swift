import CSDL2
import Expectations
import Testing

@testable import SDL

extension Headless {
  @Test("A dropped file is told by its path, dropped text is not told, an event without either means nothing")
  func drops() throws {
    var raw = SDL_Event()
    raw.drop.type = SDL_DROPFILE.rawValue
    raw.drop.file = SDL_strdup("/tmp/naïve file.txt")
    expectEqual(EventQueue.translate(raw), .fileDropped(path: "/tmp/naïve file.txt"))
    raw.drop.file = nil
    expect(EventQueue.translate(raw) == nil)
    raw.drop.type = SDL_DROPTEXT.rawValue
    raw.drop.file = SDL_strdup("text")
    expect(EventQueue.translate(raw) == nil)
    raw.drop.type = SDL_DROPCOMPLETE.rawValue
    expectEqual(EventQueue.translate(raw), .dropEnded)
  }

  @Test("Files can be dropped only on windows of a program that wants them")
  func wanted() {
    EventQueue.setFileDrops(true)
    expect(
      SDL_EventState(SDL_DROPFILE.rawValue, SDL_QUERY) == 1 && SDL_EventState(SDL_DROPTEXT.rawValue, SDL_QUERY) == 0)
    EventQueue.setFileDrops(false)
    expect(
      SDL_EventState(SDL_DROPFILE.rawValue, SDL_QUERY) == 0 && SDL_EventState(SDL_DROPTEXT.rawValue, SDL_QUERY) == 0)
  }
}
