// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Browser",
  dependencies: [.package(name: "Anole", path: "../..")],
  targets: [
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .executableTarget(
      name: "Browser",
      dependencies: [
        "CSQLite", .product(name: "UIKit", package: "Anole"), .product(name: "UIKitGrid", package: "Anole"),
      ]),
  ]
)
