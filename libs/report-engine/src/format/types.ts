import type { Instant, LocalDate, LocalDateTime, LocalTime } from '../values/types.ts';

/** Values of the calendar and the clock. */
export type DateValue = LocalDate | LocalTime | LocalDateTime | Instant;

export interface DateFormat {
  /** BCP 47. */
  locale: string;
  /** IANA name: the zone in which instants are shown, and in which a local time is for the letters z, Z and X. */
  timeZone: string;
}

export interface ValueFormat extends DateFormat {
  /** A pattern for numbers or for dates; one that does not fit the value is ignored. */
  pattern?: string;
}
