// swift-tools-version: 6.0
// The sources as five modules, which keeps the layers apart, and pressd: ordinary Swift, for tests and editors. What ships is made of the same
// sources by make/library.mk, as one module of Embedded Swift. The modules are private: programs in Swift use the functions of C (examples/swift).
import PackageDescription

let package = Package(
  name: "libpress",
  products: [.library(name: "press", targets: ["PressABI"])],
  targets: [
    .systemLibrary(name: "press", path: "include/press"),  // for programs: `import press`
    .systemLibrary(name: "CPress", path: "Sources/CPress"),  // for the sources themselves
    .target(name: "PressCore", dependencies: ["CPress"]),
    .target(name: "PressDevice", dependencies: ["CPress", "PressCore"]),
    // Swift 6 gives key paths a type that Embedded Swift does not take, and the tables of keys say with them where each is kept.
    .target(name: "PressSetup", dependencies: ["CPress", "PressCore", "PressDevice"], swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(name: "PressCheck", dependencies: ["CPress", "PressCore", "PressSetup"]),
    .target(
      name: "PressABI", dependencies: ["press", "CPress", "PressCore", "PressDevice", "PressSetup", "PressCheck"],
      exclude: ["press.map", "ship.ld", "division.c", "wasm.c", "cores.c", "install"]),
    .systemLibrary(name: "CPressLinux", path: "Sources/CPressLinux/include"),  // its C is compiled by what links pressd
    .target(
      name: "pressd", dependencies: ["CPress", "CPressLinux", "PressDevice", "PressSetup"], exclude: ["install"],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(name: "PressCoreTests", dependencies: ["PressCore"], path: "Tests/PressCoreTests"),
    .testTarget(name: "PressDeviceTests", dependencies: ["PressDevice", "PressCore"], path: "Tests/PressDeviceTests"),
  ]
)
