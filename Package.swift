// swift-tools-version: 6.0
// The library that ships is Embedded Swift: `make lib` sets LIBPRESS_EMBEDDED=1. Without it the very same sources are
// built as ordinary Swift, because a test target cannot import an Embedded module.
import PackageDescription

let embedded = Context.environment["LIBPRESS_EMBEDDED"] == "1"
// 32-bit ARM: -no-allocations reports false errors there, so it can be left out; the symbols are checked everywhere.
let checkAllocations = Context.environment["LIBPRESS_NO_ALLOCATION_CHECK"] != "1"

let settings: [SwiftSetting] =
  embedded
  ? [
    .enableExperimentalFeature("Embedded"),
    .unsafeFlags(
      ["-wmo", "-Xfrontend", "-function-sections", "-Xcc", "-fPIC"]
        + (checkAllocations ? ["-Xfrontend", "-no-allocations"] : [])),
  ] : []

let package = Package(
  name: "libpress",
  products: [.library(name: "press", type: .static, targets: ["PressABI"])],
  targets: [
    .systemLibrary(name: "CPress", path: "include"),
    .target(name: "PressCore", dependencies: ["CPress"], swiftSettings: settings),
    .target(name: "PressDevice", dependencies: ["CPress", "PressCore"], swiftSettings: settings),
    // Swift 6 gives key paths a type that Embedded Swift does not take, and the tables of keys say with them where each is kept.
    .target(
      name: "PressSetup", dependencies: ["CPress", "PressDevice"],
      swiftSettings: settings + (embedded ? [.unsafeFlags(["-Ounchecked"])] : []) + [.swiftLanguageMode(.v5)]),
    .target(
      name: "PressCheck", dependencies: ["CPress", "PressCore", "PressSetup"],
      swiftSettings: settings + (embedded ? [.unsafeFlags(["-Ounchecked"])] : [])),
    .target(
      name: "PressABI", dependencies: ["CPress", "PressCore", "PressDevice", "PressSetup", "PressCheck"],
      exclude: ["press.map", "ship.ld", "division.c", "wasm.c", "cores.c", "modhash.py", "install"], swiftSettings: settings),
  ]
    + (embedded
      ? [
        .systemLibrary(name: "CPressLinux", path: "Sources/CPressLinux/include"),  // its C is compiled by what links pressd
        .target(
          name: "pressd", dependencies: ["CPress", "CPressLinux", "PressDevice", "PressSetup"], exclude: ["install"],
          swiftSettings: settings + [.swiftLanguageMode(.v5)]),
      ]
      : [
        .testTarget(name: "PressCoreTests", dependencies: ["PressCore"], path: "Tests/PressCoreTests"),
        .testTarget(name: "PressDeviceTests", dependencies: ["PressDevice", "PressCore"], path: "Tests/PressDeviceTests"),
      ])
)
