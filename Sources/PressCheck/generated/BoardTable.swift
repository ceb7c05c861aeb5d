// Written by `make contract` from the table of docs/hardware/boards.md.

import PressSetup

/// Boards that are sold, in the order of their table.
enum BoardTable {
  static var names: Words { Words("adafruit-ads1115,adafruit-ads1015,sparkfun-ads1015,grove-ads1115,dfrobot-ads1115,seeed-ads1115,waveshare-sense-hat-b,grove-i2c-adc,grove-i2c-adc-v1,mikroe-force-click,adafruit-pcf8591,freenove-ads7830,rak16001,adafruit-mcp3421,adc-pi,adc-differential-pi,adafruit-nau7802,sparkfun-qwiic-scale") }
  static var models: Words { Words("ads1115,ads1015,ads1015,ads1115,ads1115,ads1115,ads1015,adc121c021,adc121c021,mcp3221,pcf8591,ads7830,ads7830,mcp3421,mcp3424,mcp3424,nau7802,nau7802") }
  static var addresses: Words { Words("72,72,72,72,72,72,72,80,85,77,72,75,72,104,104,104,42,42") }
}
