"""Written by `make contract` from the table of docs/hardware/boards.md: boards that are sold with a converter."""

BOARDS: dict[str, tuple[str, int, int]] = {
    "adafruit-ads1115": ("ADS1115", 0x48, 0),
    "adafruit-ads1015": ("ADS1015", 0x48, 0),
    "sparkfun-ads1015": ("ADS1015", 0x48, 0),
    "grove-ads1115": ("ADS1115", 0x48, 0),
    "dfrobot-ads1115": ("ADS1115", 0x48, 0),
    "seeed-ads1115": ("ADS1115", 0x48, 0),
    "waveshare-sense-hat-b": ("ADS1015", 0x48, 0),
    "grove-i2c-adc": ("ADC121C021", 0x50, 6000),
    "grove-i2c-adc-v1": ("ADC121C021", 0x55, 6000),
    "mikroe-force-click": ("MCP3221", 0x4d, 0),
    "adafruit-pcf8591": ("PCF8591", 0x48, 0),
    "freenove-ads7830": ("ADS7830", 0x4b, 0),
    "rak16001": ("ADS7830", 0x48, 3000),
    "adafruit-mcp3421": ("MCP3421", 0x68, 2048),
    "adc-pi": ("MCP3424", 0x68, 5060),
    "adc-differential-pi": ("MCP3424", 0x68, 2048),
    "adafruit-nau7802": ("NAU7802", 0x2a, 0),
    "sparkfun-qwiic-scale": ("NAU7802", 0x2a, 0),
}
"""By name the model, the address, and the millivolts of an input where codes end; 0: as the model says."""
