// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Contacts",
  dependencies: [.package(name: "Anole", path: "../..")],
  targets: [
    .executableTarget(
      name: "Contacts",
      dependencies: [
        .product(name: "UIKit", package: "Anole"), .product(name: "AppleModuleNames", package: "Anole"),
      ],
      resources: [.embedInCode("Icon.svg")])
  ]
)
