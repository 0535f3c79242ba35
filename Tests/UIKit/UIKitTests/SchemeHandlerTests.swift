import Desktop
import Expectations
import Foundation
import Testing

@testable import UIKit

@Suite("Programs for links")
struct SchemeHandlerTests {
  @Test("a scheme has a program where a list of the user or the system names one that was not taken out")
  func lists() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "schemes-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    for (folder, file, text) in [
      (
        "config", "mimeapps.list",
        "[Default Applications]\nx-scheme-handler/mailto=mail.desktop\n[Removed Associations]\nx-scheme-handler/tel=t.desktop\n"
      ),
      (
        "share/applications", "mimeinfo.cache",
        "[MIME Cache]\nx-scheme-handler/https=b.desktop;\nx-scheme-handler/ftp=\n"
      ),
    ] {
      let place = root.appending(path: folder)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: place.appending(path: file))
    }
    let environment: EnvironmentVariables = [
      "XDG_CONFIG_HOME": root.path + "/config", "XDG_DATA_HOME": root.path + "/none",
      "XDG_DATA_DIRS": root.path + "/share",
    ]
    let found = ["https", "HTTPS", "mailto", "tel", "ftp", "gopher"].filter {
      SchemeHandlers.exists(for: $0, environment: environment)
    }
    expectEqual(found, ["https", "HTTPS", "mailto"])
  }
}
