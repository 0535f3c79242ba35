// swift-tools-version: 6.2
import PackageDescription

// Files written for iOS, in UIKitSources, stay as they are there: the target excludes them, and a plug-in of the package
// Anole rewrites copies for the compiler (selectors, @objc, overrides in extensions), whose messages name the files here.
// They build in Swift 5 mode, without a warning; `SWIFT_MODE=6 swift build` builds them in Swift 6 mode, which warns of
// what is not isolated to the main actor, as on iOS.
let package = Package(
  name: "PortedScreens",
  dependencies: [.package(name: "Anole", path: "../..")],
  targets: [
    .executableTarget(
      name: "PortedScreens",
      dependencies: [
        .product(name: "UIKit", package: "Anole"), .product(name: "AppleModuleNames", package: "Anole"),
      ],
      exclude: ["UIKitSources"],
      swiftSettings: [.swiftLanguageMode(Context.environment["SWIFT_MODE"] == "6" ? .v6 : .v5)],
      plugins: [.plugin(name: "ConvertUIKitSources", package: "Anole")])
  ]
)
