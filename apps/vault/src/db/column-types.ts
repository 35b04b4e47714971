import type { ColumnType } from 'kysely';

/** Has a default. */
export type Filled<T> = ColumnType<T, T | undefined, T>;
/** The time at which the row was written. */
export type Written = ColumnType<Date, never, Date>;
/** The database itself writes it. */
export type Kept<T> = ColumnType<T, never, never>;
