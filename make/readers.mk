# What reads converters in Python: the packages themselves, with chips at register level behind them. Tests/readers.

.PHONY: test-readers

# Without what they require: boards and their pins are not here. A new version is tried by its number alone.
READERS := .build/readers/bin/python
READER_PACKAGES := adafruit-circuitpython-ads1x15==3.0.5 adafruit-circuitpython-mcp3xxx==1.5.2 adafruit-circuitpython-pcf8591==1.0.25 \
  adafruit-circuitpython-seesaw==1.18.2 adafruit-circuitpython-tla202x==1.0.23 adafruit-circuitpython-ads7830==1.0.8 \
  adafruit-circuitpython-mcp3421==1.1.7 adafruit-circuitpython-busdevice==5.2.17 adafruit-circuitpython-register==1.13.0 \
  cedargrove-nau7802==2.1.4 gpiozero==2.0.1.post3 sparkfun-qwiic-ads1015==2.0.0 sparkfun-qwiic-i2c==2.0.0 ads1015==1.0.0 EasyMCP2221==1.8.4 \
  Adafruit-Blinka==10.0.0 Adafruit-PlatformDetect==3.89.1 Adafruit-PureIO==1.1.12 adafruit-circuitpython-typing==1.13.0 \
  pyFirmata2==2.5.1 pymata4==1.15 pyserial==3.5 smbus2==0.6.1 python-periphery==2.4.3 i2cdevice==1.0.0
.build/readers/ready: make/readers.mk
	python3 -m venv .build/readers
	timeout 300 $(READERS) -m pip install --quiet pytest pytest-timeout colorzero typing_extensions hidapi
	timeout 300 $(READERS) -m pip install --quiet --no-deps $(READER_PACKAGES)
	touch $@
# ONLY=WORD: those with it in their names.
test-readers: $(SO) .build/readers/ready
	LIBPRESS_LIBRARY=$(HERE)/$(SO) PYTHONPATH=bindings/python/src $(READERS) -m pytest -q --timeout 120 -p no:cacheprovider $(if $(ONLY),-k $(call q,$(ONLY))) Tests/readers
