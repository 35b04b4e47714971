import type { Geometry } from 'geojson';

/** An exact decimal number: `digits` × 10^-`scale`. 1.50 is `{ digits: 150n, scale: 2 }`. */
export interface Decimal {
  readonly type: 'decimal';
  readonly digits: bigint;
  readonly scale: number;
}

/** A day of the calendar, without time and zone. */
export interface LocalDate {
  readonly type: 'date';
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

/** A time of day; microseconds since midnight. */
export interface LocalTime {
  readonly type: 'time';
  readonly microseconds: number;
}

/** Date and time of a clock on a wall, whichever its zone (PostgreSQL `timestamp`). */
export interface LocalDateTime {
  readonly type: 'timestamp';
  readonly date: LocalDate;
  readonly time: LocalTime;
}

/** A moment (PostgreSQL `timestamptz`): microseconds since 1970-01-01T00:00:00Z. */
export interface Instant {
  readonly type: 'instant';
  readonly microseconds: bigint;
}

/** Geometry of a row as GeoJSON in WGS84: longitude, latitude. */
export interface GeometryValue {
  readonly type: 'geometry';
  readonly geojson: Geometry;
}

/**
 * A value of a row, a parameter, a variable or an expression. `number` is an integer within 2^53 or a double; NaN and infinities do
 * not occur (they become null where rows are read).
 */
export type Value =
  | null
  | string
  | boolean
  | number
  | Decimal
  | LocalDate
  | LocalTime
  | LocalDateTime
  | Instant
  | GeometryValue
  | Uint8Array
  | readonly Value[];

/** Types of columns, fields and variables. */
export type ValueType =
  | 'text'
  | 'boolean'
  | 'integer'
  | 'double'
  | 'decimal'
  | 'date'
  | 'time'
  | 'timestamp'
  | 'instant'
  | 'geometry'
  | 'bytes'
  | 'list';

/** One row of a dataset: values by column name. */
export type Row = Readonly<Record<string, Value>>;

export interface Column {
  name: string;
  type: ValueType;
}
