/// Why the state machine is stepped.
enum ADS1x15Event {
  case due  // the time of the state has come
  case early  // the caller came before; with READY_PIN that may be an edge
}
