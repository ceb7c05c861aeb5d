/* libpress: the force of a finger on a force-sensing resistor, as interactions.
 * SPDX-License-Identifier: MIT
 *
 * HOW IT GOES TOGETHER
 *
 *   converter codes ── press_pad_feed ──► newtons ── press_feed ──► contacts ──► preview ──► delegate, press_poll
 *   frames of a matrix ── press_grid_feed ──────────────────────►┘
 *
 * A program that already has newtons (a load cell, a touch screen, a recording) starts at press_feed. The smallest
 * program is press_config_init, press_engine_init, press_set_delegate, press_feed.
 *
 * RULES THAT HOLD FOR EVERY FUNCTION
 *
 * - Memory. Nothing is ever allocated. The caller gives storage at init and may free it whenever it likes: there is no
 *   destroy. An engine, a pad or a grid is a value: copying its bytes copies it (but not from inside one of its callbacks). In another process a
 *   pad or a grid goes on; press_engine_adopt takes an engine over, and until then each call returns PRESS_ERR_MOVED.
 * - Time. `t_us` is monotonic microseconds from any origin, given by the caller. No clock is read. What a call starts (an activation, a
 *   transition, a throw) starts at the engine's time, that of the latest sample or tick (press_engine_time). After a time without these call
 *   press_tick with the present time first: else a transition that a key starts is over at the next tick.
 * - Names and order. press_<object>_<verb>: the object comes first, then its id, then a time, then inputs, and results last. docs/api.md
 *   has all functions side by side, docs/api/rules.md the rules and the exceptions.
 * - Returns. A function of type `int` returns 0, a count, a state, or, where its comment says so, 1 for yes and 0 for no. A count is the
 *   number of items that were taken or written; for a list it is the length of the list, while at most `capacity` items are written. A
 *   state (..._state) is one of its enumerators. On failure it returns a negative errno value (PRESS_ERR_...). Other results go through the
 *   last arguments: ..._get copies into a struct that you pass. Functions that do not return int cannot fail; their comments say what they
 *   return for NULL.
 * - Results that matter. A compiler warns where the result of what makes, attaches, adds, feeds, reads or checks is dropped
 *   (PRESS_NODISCARD, base.h); with PRESS_MAY_DISCARD defined it does not.
 * - Errors. A call that fails changes nothing but counters (PRESS_ERR_AGAIN may also merge progress that waits for press_poll); outputs are
 *   written on success only. Every pointer may be NULL: if that makes no sense the function returns PRESS_ERR_INVAL.
 * - Sized structs. A struct that starts with `uint32_t size` requires the sizeof of its type there, also if a function fills it. The
 *   matching ..._init function writes it together with every default. Later versions may add members at the end. So `size` is the number of
 *   bytes that belong to the program, and no call reads or writes a byte behind them. A struct may be up to 256 bytes longer than the
 *   library knows: as an input these bytes must be 0, as an output they are written as 0. A size that is even larger, smaller than in any
 *   version, or no multiple of the struct's alignment is refused with PRESS_ERR_INVAL; then only `size` is read.
 * - Checks. ..._check says whether a struct is valid: 0, or PRESS_ERR_INVAL, and then in `why` the field and its rule ("full_force: above
 *   zero_force") as static text; `why` may be NULL. Every function accepts the same values as the check. A program that calls no check does
 *   not link its texts.
 * - Numbers. press_q16 is signed Q16.16: PRESS_ONE is 1.0. Forces are newtons, conductances microsiemens, lengths points (the unit of the
 *   targets, any unit). Results saturate, they do not wrap.
 * - Threads. Only one thread at a time may use an engine and the pads and grids that feed it. Different engines share nothing: there are no
 *   global variables and no locks.
 * - Interrupts. An interrupt is a thread, too: it may use an engine (with press_feed, too) while nothing else uses that engine, if it has
 *   enough stack and time for the callbacks (docs/porting.md). Functions that only return names or compute may be called anywhere.
 * - The same everywhere. The same calls give the same answers and events on every processor, bit for bit.
 * - Callbacks may call back. A delegate function may call every function except these, which return PRESS_ERR_BUSY. It may not feed or tick
 *   the engine that calls (press_feed, press_tick, press_pad_feed, press_pad_tick, press_pad_resume, press_supply_feed, press_idle_look,
 *   press_grid_feed, press_grid_lost), and may not make it, take it over or attach to it (press_engine_init, press_engine_adopt,
 *   press_..._attach). For the pad or grid whose frame calls, it may not call press_pad_init, press_pad_tare, press_pad_set_sensors,
 *   press_grid_init, press_grid_set_mask, press_grid_set_gains, press_grid_reset and press_grid_tare. In drag_will_begin it may not call press_drag_begin,
 *   press_drag_add and press_drag_perform. The calls of a callback take effect before the next event is delivered. A callback must return:
 *   longjmp or a C++ exception out of one is undefined.
 */
#ifndef PRESS_H
#define PRESS_H

#include "press/base.h"
#include "press/event.h"
#include "press/target.h"
#include "press/delegate.h"
#include "press/engine.h"
#include "press/preview.h"
#include "press/interactions.h"
#include "press/profile.h"
#include "press/feedback.h"
#include "press/filter.h"
#include "press/sensor.h"
#include "press/calibration.h"
#include "press/pad.h"
#include "press/power.h"
#include "press/grid.h"
#include "press/surface.h"
#include "press/bus.h"
#include "press/converter.h"
#include "press/drv2605l.h"
#include "press/setup.h"
#include "press/check.h"

#endif
