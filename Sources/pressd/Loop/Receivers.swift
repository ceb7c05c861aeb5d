/// Where notices go: the outputs, and the programs that are connected.
struct Receivers {
  let outputs: UnsafeMutablePointer<Outputs>
  let server: UnsafeMutablePointer<SocketServer>

  var program: UnsafeMutablePointer<Program> { outputs.pointee.program }

  func receive(_ notice: Notice) {
    outputs.pointee.receive(notice)
    server.pointee.receive(notice)
  }
}
