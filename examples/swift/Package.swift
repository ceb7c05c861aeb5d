// swift-tools-version: 6.0
// Programs in Swift that use libpress as it is installed: pkg-config finds the header and the library.
import PackageDescription

let package = Package(
  name: "press-examples",
  targets: [
    .systemLibrary(name: "CPress", pkgConfig: "libpress", providers: [.apt(["libpress-dev"])]),
    .executableTarget(name: "preview", dependencies: ["CPress"]),
  ]
)
