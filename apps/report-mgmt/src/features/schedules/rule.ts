/**
 * When a schedule runs, as it is stored. Times are wall times of the schedule's zone: `HH:MM`, and for `once`
 * `YYYY-MM-DDTHH:MM:SS`, or with a `Z` where the form gave an offset and so an instant.
 */
export type ScheduleRule =
  | { mode: 'once'; at: string }
  | { mode: 'repeat_minutes'; minutes: number }
  | { mode: 'hourly'; minute: number }
  | { mode: 'daily'; time: string }
  /** `day` counts from Sunday, which is 0. */
  | { mode: 'weekly'; day: number; time: string }
  /** In a month with fewer days it runs on the last one. */
  | { mode: 'monthly'; day: number; time: string }
  | { mode: 'custom'; cron: string };

export type ScheduleMode = ScheduleRule['mode'];

export const SCHEDULE_MODES = [
  'once',
  'repeat_minutes',
  'hourly',
  'daily',
  'weekly',
  'monthly',
  'custom',
] as const satisfies readonly ScheduleMode[];

export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;
