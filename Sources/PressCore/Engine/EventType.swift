import CPress

/// The constants of event.h as the types of the fields that carry them.
public enum EventType {
  public static var contactBegan: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_CONTACT_BEGAN) }
  public static var contactMoved: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_CONTACT_MOVED) }
  public static var contactEnded: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_CONTACT_ENDED) }
  public static var contactCancelled: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_CONTACT_CANCELLED) }
  public static var previewBegan: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_PREVIEW_BEGAN) }
  public static var previewUpdated: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_PREVIEW_UPDATED) }
  public static var commitUpdated: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_COMMIT_UPDATED) }
  public static var previewCancelled: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_PREVIEW_CANCELLED) }
  public static var previewRefused: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_PREVIEW_REFUSED) }
  public static var sensorFault: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_SENSOR_FAULT) }
  public static var sensorRecovered: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_SENSOR_RECOVERED) }
  public static var baselineChanged: UInt32 { UInt32(truncatingIfNeeded: PRESS_EVENT_BASELINE_CHANGED) }
}
