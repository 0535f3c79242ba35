// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Template",
  dependencies: [.package(name: "Anole", path: "../..")],
  targets: [
    .executableTarget(
      name: "Template", dependencies: [.product(name: "UIKit", package: "Anole")],
      resources: [.embedInCode("Icon.svg")]),
    .testTarget(name: "TemplateTests", dependencies: ["Template", .product(name: "UIKit", package: "Anole")]),
  ]
)
