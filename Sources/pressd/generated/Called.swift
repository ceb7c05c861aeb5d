// Written by `make contract` from contract/words.txt.

import PressSetup

/// What other programs call something, and what to write here.
enum Called {
  /// nil: no other name of something.
  static func answer(_ name: Slice) -> StaticString? {
    if Words("max_force,max_weight,max_load,full_load,rated_load,range,max_newtons,force_max,force_range").index(of: name) != nil {
      return "engine.full_force=8 is the force at which the pressure is 1"
    }
    if Words("max_value,value_max,max_reading,adc_max,max_adc,resolution,bits").index(of: name) != nil {
      return "sensor.full_scale=26400 is the code at the supply voltage"
    }
    if Words("min_force,min_value,min_weight,dead_zone,deadzone,dead_band,deadband,offset_force").index(of: name) != nil {
      return "engine.zero_force=0.6 is the force up to which the pressure is 0; engine.touch_force=0.6 begins a touch"
    }
    if Words("threshold,trigger_level,trigger_threshold,press_threshold,force_threshold,active_threshold,activation_force,thresholds").index(of: name) != nil {
      return "engine.touch_force=0.6 and engine.release_force=0.4 are newtons"
    }
    if Words("hysteresis,release_threshold,off_threshold,hyst,deadtime").index(of: name) != nil {
      return "engine.release_force=0.4, below engine.touch_force, is the hysteresis"
    }
    if Words("sensitivity,gain_factor,sense").index(of: name) != nil {
      return "engine.touch_force=0.2 is more sensitive than 0.4; engine.firmness=-0.5 gives more pressure to a soft touch"
    }
    if Words("invert,inverted,invert_value,active_low,active_high,active_state,reverse").index(of: name) != nil {
      return "sensor.pull_up=yes where the code falls as somebody presses"
    }
    if Words("pull_down,pulldown").index(of: name) != nil {
      return "sensor.pull_up=no is so already"
    }
    if Words("debounce,debounce_time,debounce_ms,bouncetime,debounce_interval,debouncing,bounce,chatter,set_debounce_time").index(of: name) != nil {
      return "engine.lift_us=55ms is how long the force may fall before it is a lift"
    }
    if Words("bounce_time").index(of: name) != nil {
      return "engine.lift_us=55ms is how long the force may fall before it is a lift"
    }
    if Words("smoothing,smooth,average,averaging,avg,moving_average,samples,num_samples,sample_count,filter_size,window,window_size,median_size,queue_len,alpha,low_pass,lowpass,partial,running_average,kalman").index(of: name) != nil {
      return "pad.min_cutoff_hz=0.5 smooths more"
    }
    if Words("sample_rate,samplerate,sampling_rate,sample_hz,frequency,freq,hz,interval,poll_interval,sample_wait,sampling_interval,delay,update_rate,polling_rate,sps,data_rate").index(of: name) != nil {
      return "converter.rate_sps is the rate of a converter; --rate 200 is frames a second"
    }
    if Words("hold_seconds,long_press_time,long_press,hold_duration,long_press_ms,press_time,click_time,hold_ms").index(of: name) != nil {
      return "gestures.hold_us=500ms is how long a hold takes"
    }
    if Words("double_click_time,double_tap_time,multi_click_time,double_press_time").index(of: name) != nil {
      return "gestures.double_tap_us=300ms is how long the second tap may take"
    }
    if Words("repeat,repeat_rate,repeat_delay,auto_repeat").index(of: name) != nil {
      return "gestures.hold_repeat_us=200ms repeats a hold"
    }
    if Words("timeout,time_out").index(of: name) != nil {
      return "engine.lost_after_us=250ms is the silence that cancels a contact"
    }
    if Words("pressure,percent,percentage,analog,analog_value,analog_read,analogRead,intensity,position,state,amount,strength").index(of: name) != nil {
      return "engine.zero_force and engine.full_force say where the pressure is 0 and 1"
    }
    if Words("newtons,newton,get_force,force_newtons,force_n,lbs,pounds,get_newtons,strain").index(of: name) != nil {
      return "engine.full_force=5 is in newtons"
    }
    if Words("weight,grams,gram,mass,kg,kilograms,get_units,get_weight,get_value,get_grams,weigh,ounces").index(of: name) != nil {
      return "calibration = FILE of [sensor] is what `pressd --check` and `libpress calibrate` make with known masses"
    }
    if Words("voltage,volts,millivolts,get_voltage").index(of: name) != nil {
      return "iio.supply_mv=3300 is the voltage of the divider of an IIO device"
    }
    if Words("resistance,ohms,get_resistance").index(of: name) != nil {
      return "sensor.resistor_ohm=4700 is the resistor of the divider"
    }
    if Words("tare,zero,set_zero,rezero,zero_out,auto_zero,set_offset,get_offset,calibrate_zero,read_average,set_tare,tare_weight").index(of: name) != nil {
      return "sensor.zero=0 is the zero in microsiemens; {\"tare\":true} on the socket takes what lies there now"
    }
    if Words("calibrate,set_scale,scale_factor,calibration_factor,set_reference_unit,reference_unit,calibration_file,set_calibration").index(of: name) != nil {
      return "sensor.calibration = FILE, which `libpress calibrate` writes"
    }
    if Words("is_held,held,is_long_pressed").index(of: name) != nil {
      return "gestures.enabled=yes, with engine.traits=HOLD"
    }
    if Words("on_hold,on_held,when_hold,when_long_pressed,on_long_press,when_long_press,long_press_callback,attachLongPressStart").index(of: name) != nil {
      return "gestures.enabled=yes, with engine.traits=HOLD"
    }
    if Words("on_click,when_clicked,on_tap,when_click,when_tap,on_single_click,single_click,when_short_pressed,attachClick,click").index(of: name) != nil {
      return "gestures.enabled=yes, with engine.traits=TAP"
    }
    if Words("when_double_pressed,when_double_clicked,on_double_click,on_double_press,double_click,when_double_tap,attachDoubleClick").index(of: name) != nil {
      return "gestures.enabled=yes, with engine.traits=DOUBLE_TAP"
    }
    if Words("on_change,on_changed,when_changed,when_value_changed,value_changed,on_force,when_force,on_update,when_updated,when_read,on_data,on_reading,when_pressure_changed,on_value_changed,when_value,when_reading").index(of: name) != nil {
      return "engine.tell_moved=yes delivers every reading of a finger"
    }
    if Words("on_move,when_move").index(of: name) != nil {
      return "engine.tell_moved=yes delivers every reading of a finger"
    }
    if Words("press,push,simulate,trigger,fire,press_down").index(of: name) != nil {
      return "--source sim presses without hardware"
    }
    if Words("hold_time").index(of: name) != nil {
      return "gestures.hold_us=500ms is how long a hold takes"
    }
    if Words("hold_repeat").index(of: name) != nil {
      return "gestures.hold_repeat_us=200ms repeats a hold"
    }
    if Words("max_voltage").index(of: name) != nil {
      return "iio.supply_mv=3300 is the voltage of the divider of an IIO device"
    }
    if Words("pin,gpio,gpio_pin,input_pin,analog_pin,adc_channel,adc_pin,chip_select,select_pin,device_pin").index(of: name) != nil {
      return "sensor.channel=0 is the input of the converter"
    }
    if Words("port,i2c,i2c_bus,busnum,bus_number,bus_num,i2c_port,smbus").index(of: name) != nil {
      return "--source i2c:/dev/i2c-1@0x48"
    }
    if Words("addr,i2c_address,i2c_addr").index(of: name) != nil {
      return "converter.address=0x48"
    }
    if Words("vref,v_ref,vcc,v_cc,supply_voltage,vin,v_in,voltage_in,ref_voltage").index(of: name) != nil {
      return "iio.supply_mv=3300 of an IIO device; sensor.full_scale is the code at the supply"
    }
    if Words("r_fixed,fixed_resistor,resistor_value,pulldown_resistor,pulldown_ohm,r_div,resistor_ohms,series_resistor,r_pulldown,divider_ohm").index(of: name) != nil {
      return "sensor.resistor_ohm=10000 is the resistor of the divider"
    }
    if Words("num_channels,num_sensors,inputs,pins").index(of: name) != nil {
      return "sections [sensor] to [sensor8] are several sensors"
    }
    if Words("chip,adc_type,adc_model,converter,device_type").index(of: name) != nil {
      return "converter.model=ads1115"
    }
    return nil
  }
}
