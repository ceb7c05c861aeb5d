// swift-tools-version: 6.0
// Programs in Swift with libpress as it is installed: pkg-config finds the headers and the library. docs/swift.md has the lines for a
// program that builds libpress from its sources.
import PackageDescription

let package = Package(
  name: "press-examples",
  targets: [
    .systemLibrary(name: "libpress", pkgConfig: "libpress", providers: [.apt(["libpress-dev"])]),
    .target(name: "Engine", dependencies: ["libpress"]),
    .executableTarget(name: "preview", dependencies: ["Engine"]),
    .executableTarget(name: "peek", dependencies: ["Engine"]),
    .executableTarget(name: "drag", dependencies: ["Engine"]),
    .systemLibrary(name: "I2C"),
    .executableTarget(name: "sensor", dependencies: ["Engine", "I2C"]),
  ]
)
