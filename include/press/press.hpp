/* libpress for C++17: engines and pads with their storage, errors as values, functions and lambdas as delegates.
 *
 * Everything here is inline over the functions of C, which may be used beside it: get() returns the handle of C. Nothing is
 * allocated, nothing is thrown, and no type is inspected: it works with -fno-exceptions and -fno-rtti. The comments of the headers
 * of C say what each function does; where one takes NULL, leave the argument out here.
 */
#ifndef PRESS_PRESS_HPP
#define PRESS_PRESS_HPP

#include "../press.h"

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

namespace press {

/* ---- Numbers ------------------------------------------------------------------------------------------------------ */

/* Q16.16 of a number: rounded to nearest. Out of range, it is undefined, as PRESS_Q16. */
constexpr press_q16 q16(double value) { return PRESS_Q16(value); }

/* The number of a Q16.16. */
constexpr double number(press_q16 value) { return value / 65536.0; }

/* ---- Errors ------------------------------------------------------------------------------------------------------- */

/* What a function of C returned: PRESS_OK, or an error, PRESS_ERR_... */
enum class [[nodiscard]] status : int{ok = PRESS_OK, noent = PRESS_ERR_NOENT, io = PRESS_ERR_IO, again = PRESS_ERR_AGAIN, busy = PRESS_ERR_BUSY,
  inval = PRESS_ERR_INVAL, nospc = PRESS_ERR_NOSPC, time = PRESS_ERR_TIME, state = PRESS_ERR_STATE, damaged = PRESS_ERR_DAMAGED,
  moved = PRESS_ERR_MOVED, version = PRESS_ERR_VERSION, nobufs = PRESS_ERR_NOBUFS, timedout = PRESS_ERR_TIMEDOUT, nack = PRESS_ERR_NACK};

constexpr bool failed(status of) { return static_cast<int>(of) < 0; }

/* In one line of English; static text. */
inline const char *message(status of) { return press_strerror(static_cast<int>(of)); }

/* A value, or why there is none. The value of a failure is that of its default constructor. */
template <class Value> struct [[nodiscard]] result {
  Value              value;
  status             error;
  constexpr explicit operator bool() const { return !failed(error); }
};

namespace detail {

constexpr status status_of(int returned) { return returned < 0 ? static_cast<status>(returned) : status::ok; }

constexpr result<std::size_t> count_of(int returned) { return {returned < 0 ? 0 : static_cast<std::size_t>(returned), status_of(returned)}; }

} // namespace detail

/* ---- Spans -------------------------------------------------------------------------------------------------------- */

/* Elements that lie one behind the other, as std::span of C++20: an array, or what has data() and size(). */
template <class Element> class span {
public:
  constexpr span() = default;
  constexpr span(Element *data, std::size_t size) : first(data), count(size) {}
  template <std::size_t Size> constexpr span(Element (&array)[Size]) : first(array), count(Size) {}
  template <class Container, class = decltype(std::declval<Container &>().data() + std::declval<Container &>().size())>
  constexpr span(Container &&container) : first(container.data()), count(container.size()) {}
  constexpr Element    *data() const { return first; }
  constexpr std::size_t size() const { return count; }
  constexpr Element    *begin() const { return first; }
  constexpr Element    *end() const { return first + count; }
  constexpr Element    &operator[](std::size_t index) const { return first[index]; }

private:
  Element    *first = nullptr;
  std::size_t count = 0;
};

/* ---- Defaults ----------------------------------------------------------------------------------------------------- */

namespace detail {

/* <made: inits> */
inline void write(press_target &it) { press_target_init(&it); }
inline void write(press_config &it) { press_config_init(&it); }
inline void write(press_engine_stats &it) { press_engine_stats_init(&it); }
inline void write(press_gestures_config &it) { press_gestures_config_init(&it); }
inline void write(press_peek &it) { press_peek_init(&it); }
inline void write(press_peek_config &it) { press_peek_config_init(&it); }
inline void write(press_peek_status &it) { press_peek_status_init(&it); }
inline void write(press_transition_config &it) { press_transition_config_init(&it); }
inline void write(press_transition_options &it) { press_transition_options_init(&it); }
inline void write(press_transition_status &it) { press_transition_status_init(&it); }
inline void write(press_drop_proposal &it) { press_drop_proposal_init(&it); }
inline void write(press_drag &it) { press_drag_init(&it); }
inline void write(press_drag_config &it) { press_drag_config_init(&it); }
inline void write(press_button_config &it) { press_button_config_init(&it); }
inline void write(press_button_status &it) { press_button_status_init(&it); }
inline void write(press_strike_config &it) { press_strike_config_init(&it); }
inline void write(press_strike &it) { press_strike_init(&it); }
inline void write(press_pinch_config &it) { press_pinch_config_init(&it); }
inline void write(press_pinch &it) { press_pinch_init(&it); }
inline void write(press_scroll_config &it) { press_scroll_config_init(&it); }
inline void write(press_scroll_content &it) { press_scroll_content_init(&it); }
inline void write(press_scroll_status &it) { press_scroll_status_init(&it); }
inline void write(press_levels_config &it) { press_levels_config_init(&it); }
inline void write(press_levels_status &it) { press_levels_status_init(&it); }
inline void write(press_crosstalk_config &it) { press_crosstalk_config_init(&it); }
inline void write(press_interactions &it) { press_interactions_init(&it); }
inline void write(press_profile &it) { press_profile_init(&it); }
inline void write(press_feedback_config &it) { press_feedback_config_init(&it); }
inline void write(press_circuit &it) { press_circuit_init(&it); }
inline void write(press_curve &it) { press_curve_init(&it); }
inline void write(press_curve_report &it) { press_curve_report_init(&it); }
inline void write(press_sensor &it) { press_sensor_init(&it); }
inline void write(press_calibration &it) { press_calibration_init(&it); }
inline void write(press_pad_correction &it) { press_pad_correction_init(&it); }
inline void write(press_pad_config &it) { press_pad_config_init(&it); }
inline void write(press_reading &it) { press_reading_init(&it); }
inline void write(press_pad_stats &it) { press_pad_stats_init(&it); }
inline void write(press_supply_config &it) { press_supply_config_init(&it); }
inline void write(press_supply_status &it) { press_supply_status_init(&it); }
inline void write(press_idle_config &it) { press_idle_config_init(&it); }
inline void write(press_idle_status &it) { press_idle_status_init(&it); }
inline void write(press_grid_config &it) { press_grid_config_init(&it); }
inline void write(press_grid_shape &it) { press_grid_shape_init(&it); }
inline void write(press_grid_load &it) { press_grid_load_init(&it); }
inline void write(press_grid_lines &it) { press_grid_lines_init(&it); }
inline void write(press_grid_stats &it) { press_grid_stats_init(&it); }
inline void write(press_surface &it) { press_surface_init(&it); }
inline void write(press_place &it) { press_place_init(&it); }
inline void write(press_bus &it) { press_bus_init(&it); }
inline void write(press_converter_config &it) { press_converter_config_init(&it); }
inline void write(press_converter_part &it) { press_converter_part_init(&it); }
inline void write(press_drv2605l_config &it) { press_drv2605l_config_init(&it); }
inline void write(press_drv2605l_status &it) { press_drv2605l_status_init(&it); }
inline void write(press_setup_files &it) { press_setup_files_init(&it); }
inline void write(press_setup_fault &it) { press_setup_fault_init(&it); }
inline void write(press_setup_key &it) { press_setup_key_init(&it); }
inline void write(press_setup_value &it) { press_setup_value_init(&it); }
inline void write(press_setup_parts &it) { press_setup_parts_init(&it); }
inline void write(press_check_options &it) { press_check_options_init(&it); }
inline void write(press_check_result &it) { press_check_result_init(&it); }
inline void write(press_check_status &it) { press_check_status_init(&it); }
inline void write(press_finding &it) { press_finding_init(&it); }
/* </made> */

} // namespace detail

/* A struct of C with its size and every default: press::defaults<press_target>(). */
template <class Struct> Struct defaults() {
  Struct made{};
  detail::write(made);
  return made;
}

/* ---- Delegates ---------------------------------------------------------------------------------------------------- */

namespace detail {

/* A function for one member of press_delegate. */
template <auto Member, class Function> struct hook {
  static constexpr auto member = Member;
  using name                   = std::integral_constant<decltype(Member), Member>;
  Function function;
};

template <auto Member> struct name {
  template <class Function> constexpr hook<Member, std::decay_t<Function>> operator=(Function &&function) const {
    return {std::forward<Function>(function)};
  }
};

/* What a function is called with: what a pointer to something constant points to, else what C gives. */
template <class Argument> constexpr decltype(auto) given(Argument argument) {
  if constexpr (std::is_pointer_v<Argument> && std::is_const_v<std::remove_pointer_t<Argument>>)
    return *argument;
  else
    return Argument(argument);
}

/* The function that C calls, in place of hook `Index` of a delegate. An exception ends the program before it reaches C. */
template <class Delegate, std::size_t Index, class Pointer> struct trampoline;
template <class Delegate, std::size_t Index, class Return, class... Arguments>
struct trampoline<Delegate, Index, Return (*)(press_engine *, Arguments...)> {
  static Return call(press_engine *, Arguments... arguments) noexcept {
    return pass(std::make_tuple(arguments...), std::make_index_sequence<sizeof...(Arguments) - 1>());
  }

private:
  template <class All, std::size_t... Each> static Return pass(const All &all, std::index_sequence<Each...>) {
    auto &self = *static_cast<Delegate *>(std::get<sizeof...(Each)>(all)); /* `user`, the last one */
    return std::get<Index>(self.hooks).function(given(std::get<Each>(all))...);
  }
};

/* A delegate and the engine that has it: the one that ends first lets go of the other. */
struct link {
  press_engine *engine = nullptr;
  link        **place  = nullptr;

  void let_go() {
    if (!place) return;
    (void)(press_set_delegate(engine, nullptr) == 0);
    *place = nullptr;
    place  = nullptr;
  }
};

} // namespace detail

/* The functions of a delegate, by the names of press_delegate: press::on_event = [&](const press_event &event) { ... }. A function
 * takes what that of C takes, without engine and user; `const press_touch *` and the like are references here. */
/* <made: delegate> */
inline constexpr detail::name<&press_delegate::preview_should_begin> preview_should_begin{};
inline constexpr detail::name<&press_delegate::preview_did_update> preview_did_update{};
inline constexpr detail::name<&press_delegate::commit_did_update> commit_did_update{};
inline constexpr detail::name<&press_delegate::preview_did_cancel> preview_did_cancel{};
inline constexpr detail::name<&press_delegate::on_event> on_event{};
inline constexpr detail::name<&press_delegate::peek_will_show> peek_will_show{};
inline constexpr detail::name<&press_delegate::transition_will_start> transition_will_start{};
inline constexpr detail::name<&press_delegate::transition_will_run> transition_will_run{};
inline constexpr detail::name<&press_delegate::drag_will_begin> drag_will_begin{};
inline constexpr detail::name<&press_delegate::drop_will_propose> drop_will_propose{};
inline constexpr detail::name<&press_delegate::spring_should_activate> spring_should_activate{};
inline constexpr detail::name<&press_delegate::drag_should_launch> drag_should_launch{};
/* </made> */

/* The functions that one engine calls, each with what it captures: press::delegate hooks(press::on_event = ..., ...). */
template <class... Hooks> class delegate {
public:
  explicit delegate(Hooks... given) : hooks(std::move(given)...) {}
  ~delegate() { link.let_go(); }
  delegate(const delegate &)            = delete;
  delegate &operator=(const delegate &) = delete;

private:
  template <std::size_t> friend class engine;
  template <class, std::size_t, class> friend struct detail::trampoline;

  template <class Hook> static constexpr bool is_alone = (std::is_same_v<typename Hook::name, typename Hooks::name> + ...) == 1;
  static_assert((is_alone<Hooks> && ...), "a name of press_delegate is there twice");

  template <std::size_t... Index> press_delegate get(std::index_sequence<Index...>) {
    auto made = press_delegate{};
    press_delegate_init(&made);
    made.user = this;
    ((made.*Hooks::member = &detail::trampoline<delegate, Index, std::decay_t<decltype(made.*Hooks::member)>>::call), ...);
    return made;
  }

  std::tuple<Hooks...> hooks;
  detail::link         link;
};

/* ---- The engine --------------------------------------------------------------------------------------------------- */

/* An engine with its storage: PRESS_ENGINE_STORAGE_ALL where everything is attached, else see press_engine_size_with. Before it
 * was started, every function returns status::inval. It stays at its place.
 *
 * Its destructor calls no hook: what a hook uses may have gone before, as members that are declared after the engine have. A program that
 * needs the ends of what began calls reset() while everything is still there, as in the destructor of the class that owns both:
 *   ~screen() { (void)engine.reset(); }
 */
template <std::size_t Bytes = PRESS_ENGINE_STORAGE> class engine {
public:
  engine() = default;
  ~engine() {
    if (current) current->let_go();
  }
  engine(const engine &)            = delete;
  engine &operator=(const engine &) = delete;

  status start() { return detail::status_of(press_engine_init(storage, Bytes, nullptr, &handle)); }
  status start(const press_config &config) { return detail::status_of(press_engine_init(storage, Bytes, &config, &handle)); }

  /* The engine of C; nullptr before it was started. */
  press_engine       *get() { return handle; }
  const press_engine *get() const { return handle; }

  /* An engine has one delegate, a delegate has one engine: what it had before, it loses. */
  template <class... Hooks> status set_delegate(delegate<Hooks...> &hooks) {
    const press_delegate made = hooks.get(std::index_sequence_for<Hooks...>());
    if (current) current->let_go();
    hooks.link.let_go();
    const status set = detail::status_of(press_set_delegate(handle, &made));
    if (failed(set)) return set;
    hooks.link = {handle, &current};
    current    = &hooks.link;
    return set;
  }

  /* <made: attach> */
  status attach(const press_drag_config &config) { return detail::status_of(press_drag_attach(handle, &config)); }
  status attach(const press_gestures_config &config) { return detail::status_of(press_gestures_attach(handle, &config)); }
  status attach(const press_peek_config &config) { return detail::status_of(press_peek_attach(handle, &config)); }
  status attach(const press_transition_config &config) { return detail::status_of(press_transition_attach(handle, &config)); }
  status attach(const press_button_config &config) { return detail::status_of(press_button_attach(handle, &config)); }
  status attach(const press_strike_config &config) { return detail::status_of(press_strike_attach(handle, &config)); }
  status attach(const press_pinch_config &config) { return detail::status_of(press_pinch_attach(handle, &config)); }
  status attach(const press_scroll_config &config) { return detail::status_of(press_scroll_attach(handle, &config)); }
  status attach(const press_levels_config &config) { return detail::status_of(press_levels_attach(handle, &config)); }
  status attach(const press_crosstalk_config &config) { return detail::status_of(press_crosstalk_attach(handle, &config)); }
  /* </made> */

  status           add(const press_target &target) { return detail::status_of(press_target_add(handle, &target)); }
  status           update(const press_target &target) { return detail::status_of(press_target_update(handle, &target)); }
  status           remove(uint32_t target) { return detail::status_of(press_target_remove(handle, target)); }
  result<uint32_t> target_at(press_q16 x, press_q16 y) const {
    uint32_t  id       = 0;
    const int returned = press_target_find(handle, x, y, &id);
    return {id, detail::status_of(returned)};
  }

  status feed(const press_sample &sample) { return detail::status_of(press_feed(handle, &sample, 1)); }
  /* How many were taken. */
  result<std::size_t> feed(span<const press_sample> samples) { return detail::count_of(press_feed(handle, samples.data(), samples.size())); }
  status              tick(uint64_t t_us) { return detail::status_of(press_tick(handle, t_us)); }
  uint64_t            next_deadline() const { return press_next_deadline(handle); }
  uint64_t            time() const { return press_engine_time(handle); }
  /* Delivers the ends of what began: also the last call before the engine goes. */
  status reset() { return detail::status_of(press_engine_reset(handle)); }
  /* How many were written. */
  result<std::size_t> poll(span<press_event> events) { return detail::count_of(press_poll(handle, events.data(), events.size())); }
  result<press_touch> touch(uint32_t contact = 0, uint32_t target = 0) const {
    press_touch found{};
    const int   returned = press_touch_get(handle, contact, target, &found);
    return {found, detail::status_of(returned)};
  }

private:
  alignas(8) unsigned char storage[Bytes];
  press_engine *handle  = nullptr;
  detail::link *current = nullptr;
};

/* ---- The pad ------------------------------------------------------------------------------------------------------ */

/* A pad with its storage: PRESS_PAD_STORAGE_1 for one sensor. It stays at its place. */
template <std::size_t Bytes = PRESS_PAD_STORAGE_8> class pad {
public:
  pad()                       = default;
  pad(const pad &)            = delete;
  pad &operator=(const pad &) = delete;

  status start(span<const press_sensor> sensors) {
    return detail::status_of(press_pad_init(storage, Bytes, nullptr, sensors.data(), sensors.size(), &handle));
  }
  status start(span<const press_sensor> sensors, const press_pad_config &config) {
    return detail::status_of(press_pad_init(storage, Bytes, &config, sensors.data(), sensors.size(), &handle));
  }

  /* The pad of C; nullptr before it was started. */
  press_pad       *get() { return handle; }
  const press_pad *get() const { return handle; }

  template <std::size_t Other> status feed(const press_frame &frame, engine<Other> &into) {
    return detail::status_of(press_pad_feed(handle, &frame, into.get()));
  }
  template <std::size_t Other> status tick(uint64_t t_us, engine<Other> &into) { return detail::status_of(press_pad_tick(handle, t_us, into.get())); }
  uint64_t                            next_deadline() const { return press_pad_next_deadline(handle); }
  status                              tare(uint32_t flags = 0) { return detail::status_of(press_pad_tare(handle, flags)); }
  /* A new calibration: the pad goes on as one that has just started. */
  template <std::size_t Count> status set(const std::array<press_sensor, Count> &sensors) {
    return detail::status_of(press_pad_set_sensors(handle, sensors.data(), sensors.size()));
  }
  result<press_reading> read() const {
    press_reading found    = defaults<press_reading>();
    const int     returned = press_pad_get(handle, &found);
    return {found, detail::status_of(returned)};
  }

private:
  alignas(8) unsigned char storage[Bytes];
  press_pad *handle = nullptr;
};

} // namespace press

#endif
