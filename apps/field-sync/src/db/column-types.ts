import type { ColumnType } from 'kysely';

/** Has a default. */
export type Filled<T> = ColumnType<T, T | undefined, T>;
/** The time at which the row was inserted; the database writes it. */
export type Created = ColumnType<Date, never, never>;
/** The time at which the row was last written. */
export type Updated = ColumnType<Date, never, Date>;
/** Written as JSON text, read as a value. */
export type Json<T> = ColumnType<T, string | undefined, string>;
