// swift-tools-version: 6.0
// Programs in Swift that use libpress as it is installed: pkg-config finds the header and the library.
import PackageDescription

let package = Package(
  name: "press-examples",
  targets: [
    .systemLibrary(name: "CPress", pkgConfig: "libpress", providers: [.apt(["libpress-dev"])]),
    .target(name: "Samples", dependencies: ["CPress"]),
    .executableTarget(name: "colors", dependencies: ["CPress", "Samples"]),
    .executableTarget(name: "board", dependencies: ["CPress", "Samples"]),
    .executableTarget(name: "preview", dependencies: ["CPress"]),
  ]
)
