import Foundation

/// What `--stats` writes; decoding fails when a key of the contract is missing.
struct DemoStatistics: Decodable {
  struct FrameTimes: Decodable { let p50, p95, p99, max: Double }
  struct StageTimes: Decodable { let events, layout, draw, present: Double }
  struct Intervals: Decodable { let mean, stddev, p50, p99, max: Double }
  struct InputTimes: Decodable {
    let answers: Int
    let mean, p50, p99, max: Double
  }
  struct DisplayTimes: Decodable {
    let answers, discarded: Int
    let mean, p50, p99, max: Double
  }
  struct Cells: Decodable {
    let created, dequeued, visible, idle: Int
    let idleByIdentifier: [String: Int]
  }
  struct Text: Decodable { let rasterized, reused, textures, textureBytes, missingGlyphs: Int }

  let screen: String
  let rows: Int
  let renderer, picture, videoDriver, sdl: String
  let compositor: String?
  let width, height: Int
  let scale: Double
  let frames: Int
  let cpuMsPerFrame: Double
  let frameMs: FrameTimes
  let mainCpuMs: FrameTimes
  let stageMs: StageTimes
  let intervalMs: Intervals
  let missedFrames: Int
  let refreshRate: Double
  let inputToPresentMs: InputTimes
  /// Nil where the display does not tell.
  let presentToDisplayMs: DisplayTimes?
  let inputToDisplayMs: InputTimes?
  let startupMs, firstFrameAtMs, peakRssMb: Double
  let cells: Cells
  let text: Text
  let textureCreations: Int
  /// What the screen counts about itself.
  let app: [String: Int]
  let allocationsPerFrame: Double?

  /// Reads the file at `path`.
  init(path: String) throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    self = try decoder.decode(Self.self, from: Data(contentsOf: URL(filePath: path)))
  }
}
