/* The grid: a matrix of force cells that feels several fingers. Frames of cells in, contacts with lasting ids out. */
#ifndef PRESS_GRID_H
#define PRESS_GRID_H

#include "engine.h"
#include "sensor.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PRESS_GRID_COLUMNS 32
#define PRESS_GRID_ROWS 32
#define PRESS_GRID_CONTACTS 32

/** press_grid_config.flags */
enum PRESS_AS(press_grid_flags, uint32_t) {
  PRESS_GRID_BASELINE = 1, /**< each cell has a zero, learnt at the start and followed where nothing touches */
  PRESS_GRID_FALLING  = 2, /**< codes fall with force (resistors to the supply): the code is full_scale minus what is read */
  PRESS_GRID_GAINS    = 4  /**< each cell has a gain of its own (press_grid_set_gains) */
};
PRESS_FLAGS(press_grid_flags, uint32_t);

/** press_grid_config.circuit: how the columns are read while one row is driven and the others are at ground. A conductance is then
 * computed from all codes of a frame: cells of one column, or of one row, take from each other what they read. */
enum PRESS_AS(press_grid_circuit, uint16_t) {
  PRESS_GRID_CIRCUIT_PLAIN      = 0, /**< a cell is what its code says, times gain */
  PRESS_GRID_CIRCUIT_DIVIDERS   = 1, /**< a resistor of column_ohm from each column to ground, whose voltage is read. With u the code over full_scale:
                                conductance = u / (1 - sum of u over the column) / column_ohm. Exact too where rows have row_ohm */
  PRESS_GRID_CIRCUIT_AMPLIFIERS = 2  /**< an amplifier holds each column at ground, with column_ohm from its output back; full_scale is the
                                code at an output as large as the voltage of the row */
};
PRESS_TYPE(press_grid_circuit, uint16_t);

/** The size of a grid, and its rules for fingers. Start from press_grid_config_init. Distances on the grid are in cells, for any pitch.
 * Times of 0 disable their rule. */
typedef struct press_grid_config {
  uint32_t           size;               /**< sizeof(press_grid_config) */
  press_grid_flags   flags;              /**< PRESS_GRID_...; 0 */
  uint16_t           columns, rows;      /**< 1..32; 16, 16 */
  uint16_t           max_contacts;       /**< 1..32; 10 */
  uint16_t           min_cells;          /**< a blob of fewer cells is noise; 1 */
  uint32_t           contact;            /**< at most 0xffffffdf: the contact ids are this and the next max_contacts - 1; 0 */
  press_q16          x, y;               /**< points: the middle of the first cell; 0, 0 */
  press_q16          pitch_x, pitch_y;   /**< points, not 0: from one column, row to the next; negative: mirrored; 1.0, 1.0 */
  press_q16          gain;               /**< above 0: what 1 in a cell is worth in steps of 1/65536 N; 1.0: cells are newtons in Q16. With a
                                   circuit: newtons a microsiemens */
  press_q16          touch_force;        /**< N, above 0: a contact begins where a cell has this much; 0.2 */
  press_q16          release_force;      /**< N, above 0, at most touch_force: cells with less do not count; 0.1 */
  press_q16          valley;             /**< 0..1: two peaks are one finger unless the way between them goes below this part of the
                                   lesser; 0.8 */
  press_q16          max_jump;           /**< cells, above 0: a contact is looked for this far from where it is expected; 3.0 */
  uint32_t           dropout_us;         /**< a contact that vanished is held this long before it ends; the grace of the engine (press_config.lift_us)
                                   is used where it is longer; 30000 */
  uint32_t           merge_us;           /**< contacts that run into one blob are all kept this long; 1000000 */
  uint16_t           palm_cells;         /**< a blob of this many cells is a palm; 0: none is; 0 */
  uint16_t           palm_length;        /**< 0..32767: points: a contact alone in its blob whose ellipse (press_grid_shape) has an axis of this
                                   length or more is a palm; 0: none is; 0 */
  uint32_t           start_us;           /**< PRESS_GRID_BASELINE: how long the zero is watched; no contacts meanwhile; 200000 */
  uint32_t           rise_us, fall_us;   /**< time constants of following upwards and downwards; 30000000, 1000000 */
  uint32_t           below_zero_us;      /**< a zero that is known stays while its cell reads below it. After so long without a contact the reading
                                   is the zero, and the one before is remembered; 0: never; 120000000 */
  uint32_t           longest_contact_us; /**< a contact longer than this is taken for a new zero of its cells; 0: off */
  uint32_t           line_after_us;      /**< a row or a column is faulty when it has been dead, stuck or flickering for so long; 0: off; 5000000 */
  press_q16          join_x, join_y;     /**< points, not negative: blobs with no more than this between them along x and along y, from edge to
                                   edge, are one contact: a foot of heel, ball and toes; both 0: off; 0, 0 */
  press_grid_circuit circuit;            /**< 0..2: a press_grid_circuit; PRESS_GRID_CIRCUIT_PLAIN */
  uint16_t           reserved;           /**< 0 */
  uint32_t           full_scale;         /**< 1..16777215: the code at the supply; 1023 */
  uint32_t           column_ohm;         /**< ohm, 10..16777215: the resistor of a column; 10000 */
  uint32_t           row_ohm;            /**< ohm, 0..100000: of what drives a row and holds it at ground: a pin 30, a switch 5 to 470; 0 */
  press_curve        curve;              /**< kind 0: none. Else force = curve(cell * gain): gain then makes the curve's conductance */
} press_grid_config;

/** Writes every default. NULL is ignored. */
PRESS_API void press_grid_config_init(press_grid_config *config);

/** @return as press_config_check. */
PRESS_API PRESS_NODISCARD int press_grid_config_check(const press_grid_config *config, const char **why);

/** A grid, in the caller's storage. */
typedef struct press_grid press_grid;

/** Bytes of storage for such a grid, aligned to 8.
 * @return 0 when the config is NULL or invalid. */
PRESS_API size_t press_grid_size(const press_grid_config *config);

/** Makes a grid in the caller's storage. The config is copied.
 * @param config  NULL: the defaults
 * @param[out] grid
 * @return 0; PRESS_ERR_INVAL: NULL, not aligned to 8, or a bad config; PRESS_ERR_NOSPC: fewer bytes than press_grid_size; PRESS_ERR_BUSY:
 *         from inside a callback of a frame of the grid that already uses this storage. */
PRESS_API PRESS_NODISCARD int press_grid_init(void *storage, size_t bytes, const press_grid_config *config, press_grid **grid);

/** Changes the config at any time. It applies from the first frame in which nothing touches by the old config and by the new one.
 * @param config  copied; columns, rows, max_contacts, contact and flags are those of the grid
 * @return 0; PRESS_ERR_INVAL: NULL, out of range, or one of these differs. */
PRESS_API int press_grid_set(press_grid *grid, const press_grid_config *config);

/** Copies out the last config that was given, also while it does not apply yet.
 * @param[in,out] config  from press_grid_config_init
 * @return 0; PRESS_ERR_INVAL: NULL or wrong size. */
PRESS_API int press_grid_get_config(const press_grid *grid, press_grid_config *config);

/** Leaves out cells that are dead or stuck: bit c of mask[r] is column c of row r. It applies from the next frame.
 * @param mask  one for each row; NULL: none is left out (rows must be 0)
 * @return 0; PRESS_ERR_INVAL: NULL, another number of rows, a column that is not there; PRESS_ERR_BUSY: from inside a
 *         callback of its frame. */
PRESS_API int press_grid_set_mask(press_grid *grid, const uint32_t *mask, size_t rows);

/** Takes one frame, finds the fingers in it, and feeds the engine one sample for each contact: first for contacts that ended, with force 0,
 * then for the others in the order of their ids. Force is the sum of a contact's cells. Its position is the centre of these cells and of
 * the weaker cells around them, each weighted with its force beyond half of release_force. A weaker cell between two contacts belongs to
 * the contact of its highest neighbour. Samples carry PRESS_SAMPLE_DOWN while the contact is there, and PRESS_SAMPLE_PALM once it was a
 * palm. A contact in the first frame (of the grid, after press_grid_reset or press_grid_lost) rests until it lifts, as with a pad
 * (press_pad_feed).
 * @param cells   row by row; values outside -2^29..2^29 count as these
 * @param count   columns * rows
 * @param engine  NULL: only the contacts are brought up to date
 * @return 0; PRESS_ERR_TIME: not later than the frame before, or earlier than the engine's time by more than late_limit_us (counted);
 *         PRESS_ERR_INVAL: NULL, or a frame of another size; PRESS_ERR_BUSY: from inside a callback of the engine or of this grid's frame;
 *         PRESS_ERR_AGAIN: as for press_feed; PRESS_ERR_NOSPC or PRESS_ERR_AGAIN, with the grid up to date: the engine has no room for a
 *         contact, or for its events: its next sample then begins it. */
PRESS_API PRESS_NODISCARD int press_grid_feed(press_grid *grid, uint64_t t_us, const int32_t *cells, size_t count, press_engine *engine);

/** The grid cannot be read: contacts are cancelled, not released. Contacts in the next frame rest.
 * @return as for press_grid_feed; the time may be that of the frame before. */
PRESS_API int press_grid_lost(press_grid *grid, uint64_t t_us, press_engine *engine);

/** Forgets contacts, zero and time; the mask and faults of lines stay. Nothing is delivered to an engine that it feeds: see press_engine_reset.
 * @return 0; PRESS_ERR_INVAL: NULL; PRESS_ERR_BUSY: from inside a callback of its frame. */
PRESS_API int press_grid_reset(press_grid *grid);

/** A gain for each cell beside the gain of the grid. It applies from the next frame; zeros are learnt again.
 * @param gains  row by row, above 0 up to 64; NULL: 1.0 for all (count must be 0)
 * @param count  columns * rows
 * @return 0; PRESS_ERR_INVAL: NULL, another count, out of range, or a grid without PRESS_GRID_GAINS; PRESS_ERR_STATE: it has contacts;
 *         PRESS_ERR_BUSY: from inside a callback of its frame. */
PRESS_API int press_grid_set_gains(press_grid *grid, const press_q16 *gains, size_t count);

/** press_grid_tare */
enum PRESS_AS(press_grid_tare_flags, uint32_t) {
  PRESS_GRID_TARE_FORCE = 1 /**< also while there are contacts: what lies there becomes zero, and they are cancelled with the next frame */
};
PRESS_FLAGS(press_grid_tare_flags, uint32_t);

/** Learns the zero again over the next start_us. It is known then, and the one before is remembered.
 * @param flags  PRESS_GRID_TARE_..., 0
 * @return 0; PRESS_ERR_STATE: it has contacts (not with PRESS_GRID_TARE_FORCE), or no baseline; PRESS_ERR_BUSY: from inside a callback of
 *         its frame; PRESS_ERR_INVAL: NULL, or unknown flags. */
PRESS_API int press_grid_tare(press_grid *grid, uint32_t flags);

/** press_grid_contact.flags */
enum PRESS_AS(press_grid_contact_flags, uint32_t) {
  PRESS_GRID_CONTACT_HELD      = 1, /**< not seen in this frame: position and force are those of the frame before */
  PRESS_GRID_CONTACT_MERGED    = 2, /**< shares its blob: the position is predicted, the force is its share */
  PRESS_GRID_CONTACT_PALM      = 4, /**< it is a palm */
  PRESS_GRID_CONTACT_SATURATED = 8  /**< a circuit: one of its columns is beyond 90 % of full scale (of amplifiers: a cell at its end): the
                                      force is uncertain */
};
PRESS_FLAGS(press_grid_contact_flags, uint32_t);

/** One finger on the grid. */
typedef struct press_grid_contact {
  uint64_t                 since_us; /**< when it began */
  uint32_t                 contact;  /**< its id: no other contact has it until this one has ended */
  uint32_t                 serial;   /**< numbers the contacts of this grid from 1: ids come again, serials do not. Wraps */
  press_grid_contact_flags flags;    /**< PRESS_GRID_CONTACT_... */
  press_q16                force;    /**< N */
  press_q16                x, y;     /**< points */
  uint32_t                 cells;    /**< of its blob */
  press_q16                peak;     /**< N: its highest cell */
} press_grid_contact;

/** The contacts as of the latest frame, in the order of their ids.
 * @return the number of contacts (at most `capacity` are written); PRESS_ERR_INVAL: NULL (contacts may be NULL when capacity is 0). */
PRESS_API int press_grid_get_contacts(const press_grid *grid, press_grid_contact *contacts, size_t capacity);

/** The shape of a contact in the latest frame: the area of its blob, and the ellipse with the centre and the second moments of the blob's
 * force (each cell at its centre). A finger that is rolled or laid flat, a thumb and a palm have longer ellipses than a fingertip. Start
 * from press_grid_shape_init. */
typedef struct press_grid_shape {
  uint32_t  size;           /**< sizeof(press_grid_shape) */
  uint32_t  cells;          /**< of the blob; where contacts share one, each has its shape */
  uint64_t  area;           /**< square points, with 16 bits behind the point: the cells times both pitches */
  press_q16 major, minor;   /**< points: the axes of the ellipse, four standard deviations long; of cells in one line the minor one is 0.
                              Within 1/1024 of the longer pitch where the minor one is half of it or more, else within 1/64, as long as
                              the blob has less than 32768 N. They saturate */
  press_q16 angle;          /**< degrees, above -90 up to 90: of the major axis, from that of x towards that of y; within 0.01 where the axes
                              differ by an eighth of the longer pitch or more; 0 where they are equal */
  press_q16 x, y;           /**< points: the corner of the blob's cells with the lesser x and y */
  press_q16 width, height;  /**< points: up to the opposite corner. They saturate */
  press_q16 peak;           /**< N: its highest cell */
  press_q16 peak_x, peak_y; /**< points: the middle of that cell; of several the first, row by row */
} press_grid_shape;

/** Writes the size, and 0 in the rest. NULL is ignored. */
PRESS_API void press_grid_shape_init(press_grid_shape *shape);

/** Computes the shape of a contact from the cells of the latest frame. It costs some 3,500 instructions, and 5 to 15 more for each active
 * cell of that frame. A program that does not call it pays nothing.
 * @param contact  its id
 * @param[in,out] shape  from press_grid_shape_init
 * @return 0; PRESS_ERR_NOENT: there is no such contact; PRESS_ERR_STATE: it was not seen in the latest frame
 *         (PRESS_GRID_CONTACT_HELD); PRESS_ERR_INVAL: NULL, wrong size. */
PRESS_API int press_grid_get_shape(const press_grid *grid, uint32_t contact, press_grid_shape *shape);

/** A part of a grid: the cells whose middles lie in it. */
typedef struct press_grid_region {
  press_q16 x, y;          /**< points: the corner with the lesser ones */
  press_q16 width, height; /**< points, not negative */
} press_grid_region;

/** What lies on a grid, or on a part of it, in the latest frame: of all cells at or above half of release_force, whatever contact they are
 * of. */
typedef struct press_grid_load {
  uint32_t  size;  /**< sizeof(press_grid_load) */
  uint32_t  cells; /**< that bear something */
  press_q16 force; /**< N: their sum. It saturates */
  press_q16 peak;  /**< N: the highest of them */
  press_q16 x, y;  /**< points: the centre of pressure; without a cell 0 */
} press_grid_load;

/** Writes the size, and 0 in the rest. NULL is ignored. */
PRESS_API void press_grid_load_init(press_grid_load *load);

/** Computes what lies on a grid. It costs some 5 instructions a cell; a program that does not call it pays nothing.
 * @param region  NULL: the whole grid
 * @param[in,out] load  from press_grid_load_init
 * @return 0; PRESS_ERR_INVAL: NULL, wrong size, or a negative width or height. */
PRESS_API int press_grid_get_load(const press_grid *grid, const press_grid_region *region, press_grid_load *load);

/** Copies out the force of each cell in the latest frame, row by row: after circuit, gain, curve, zero and mask. Cells below half of
 * release_force are 0.
 * @param[out] forces  N
 * @param count   columns * rows
 * @return 0; PRESS_ERR_INVAL: NULL, or another count. */
PRESS_API int press_grid_get_map(const press_grid *grid, press_q16 *forces, size_t count);

/** Rows and columns that are faulty now: bit n is row or column n. PRESS_EVENT_SENSOR_FAULT begins a fault with `subject` the number of
 * the line, columns first and then rows (columns + n), and PRESS_EVENT_SENSOR_RECOVERED ends it. */
typedef struct press_grid_lines {
  uint32_t size;                                /**< sizeof(press_grid_lines) */
  uint32_t dead_columns, dead_rows;             /**< nothing in it while its neighbours on both sides are pressed (PRESS_REASON_OPEN) */
  uint32_t stuck_columns, stuck_rows;           /**< pressed from end to end while its neighbours are not (PRESS_REASON_STUCK) */
  uint32_t flickering_columns, flickering_rows; /**< dead in some frames and not in others (PRESS_REASON_FLICKERING) */
  uint32_t saturated_columns, saturated_rows;   /**< of the latest frame, see PRESS_GRID_CONTACT_SATURATED */
  uint32_t reserved;                            /**< 0 */
} press_grid_lines;

/** Writes the size, and 0 in the rest. NULL is ignored. */
PRESS_API void press_grid_lines_init(press_grid_lines *lines);

/** @param[in,out] lines  from press_grid_lines_init
 * @return 0; PRESS_ERR_INVAL: NULL or wrong size. */
PRESS_API int press_grid_get_lines(const press_grid *grid, press_grid_lines *lines);

/** Counters of a grid since init. They wrap. */
typedef struct press_grid_stats {
  uint32_t size;      /**< sizeof(press_grid_stats) */
  uint32_t backwards; /**< refused because time did not go forwards */
  uint64_t frames;    /**< taken */
  uint32_t noise;     /**< blobs of fewer than min_cells */
  uint32_t crowded;   /**< blobs that could have begun a contact, but max_contacts were there */
  uint32_t dropouts;  /**< contacts that vanished and came back */
  uint32_t merges;    /**< contacts that came to share a blob */
} press_grid_stats;

/** Writes the size, and 0 in the rest. NULL is ignored. */
PRESS_API void press_grid_stats_init(press_grid_stats *stats);

/** @param[in,out] stats  from press_grid_stats_init
 * @return 0; PRESS_ERR_INVAL: NULL or wrong size. */
PRESS_API int press_grid_get_stats(const press_grid *grid, press_grid_stats *stats);

#ifdef __cplusplus
}
#endif
#endif
