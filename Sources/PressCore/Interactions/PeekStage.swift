/// How far a peek has come, as it says in `Notice.reached`: its preview has begun; it is shown without a preview; its actions came on
/// show, or were hidden; it popped; it is over without that.
enum PeekStage: UInt8 {
  case hinting, opened, revealed, hidden, popped, dismissed
}
