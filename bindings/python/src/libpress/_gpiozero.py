"""Names of gpiozero that a ForceSensor does not have, and what there is instead: asked for, set, or given as a setting."""

_LEVELS = "touch_force= and release_force=, in newtons, and lift_us= say when a finger touches and lifts"
_HOLDS = "gestures=GesturesConfig(hold_us=500_000), traits=Trait.HOLD say how long a hold takes, and sensor.when_held is called then"

GPIOZERO = {
    "active_time": "event.t_us of when_pressed and when_released are times; when_held is called at a hold",
    "inactive_time": "event.t_us of when_pressed and when_released are times",
    "hold_time": _HOLDS,
    "hold_repeat": "hold_repeat_us= of GesturesConfig repeats holds: sensor.engine.gestures.when_hold_repeated",
    "is_held": "sensor.when_held and sensor.engine.gestures.when_hold_ended say when a hold begins and ends",
    "held_time": "event.t_us of sensor.when_held and sensor.engine.gestures.when_hold_ended are times",
    "bounce_time": _LEVELS,
    "threshold": _LEVELS,
    "source": "the device that follows has it: lamp.source = sensor",
    "source_delay": "the device that follows has it: lamp.source_delay; rate= says how often the sensor is read",
    "raw_value": "sensor.value is 0..1, sensor.force newtons, sensor.pad.reading everything that was read",
    "voltage": "sensor.value is 0..1, sensor.force newtons, sensor.pad.reading everything that was read",
    "max_voltage": "supply= is the voltage of the divider",
    "pin": "channel= is the input of the converter that the sensor is on",
    "pin_factory": "ForceSensor.simulated([(0.5, 0), (1, 4)]) requires no hardware",
}
