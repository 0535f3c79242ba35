// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "HelloTable",
  dependencies: [.package(name: "Anole", path: "../..")],
  targets: [
    .executableTarget(name: "HelloTable", dependencies: [.product(name: "UIKit", package: "Anole")])
  ]
)
