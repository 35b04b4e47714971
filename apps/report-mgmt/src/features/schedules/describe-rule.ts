import { describeCron } from './describe-cron.ts';
import { runsAfter } from './next-run.ts';
import type { NextRunRequest } from './next-run.ts';
import type { ScheduleRule } from './rule.ts';
import { WEEKDAYS } from './rule.ts';
import { parseWallTime, passOf, toPlain, wallTimeAt } from './wall-clock.ts';
import type { WallTime } from './wall-clock.ts';

/** A rule as a sentence without a full stop; its times are those of the zone. */
export function describeRule(rule: ScheduleRule, timeZone: string): string {
  switch (rule.mode) {
    case 'once':
      return `Once, on ${describeMoment(rule.at, timeZone)}`;
    case 'repeat_minutes':
      return rule.minutes === 1 ? 'Every minute' : `Every ${rule.minutes} minutes`;
    case 'hourly':
      return `Every hour at minute ${rule.minute}`;
    case 'daily':
      return `Every day at ${rule.time}`;
    case 'weekly':
      return `Every ${WEEKDAYS[rule.day]} at ${rule.time}`;
    case 'monthly':
      return rule.day <= 28
        ? `On day ${rule.day} of every month at ${rule.time}`
        : `On day ${rule.day} of every month at ${rule.time}, in shorter months on the last day`;
    case 'custom':
      return describeCron(rule.cron);
  }
}

function describeMoment(at: string, timeZone: string): string {
  const wall = at.endsWith('Z') ? wallTimeAt(new Date(at).getTime(), timeZone) : parseWallTime(at);
  return `${formatDate(wall)} at ${formatTime(wall)}`;
}

/** How a change of the clock concerns a run: a time in a gap is moved, one in an overlap is first or second. */
export type ClockChange = 'moved' | 'first_of_two' | 'second_of_two';

export interface DescribedRun {
  at: Date;
  /** `YYYY-MM-DDTHH:MM:SS` in the zone of the schedule. */
  local: string;
  change: ClockChange | null;
  /** The change as a sentence, for people. */
  note: string | null;
}

/** The next runs with what a change of the clock does to them. */
export function describeNextRuns(request: NextRunRequest, count: number): DescribedRun[] {
  const runs: DescribedRun[] = [];
  for (const { at, wall } of runsAfter(request)) {
    const shown = wallTimeAt(at.getTime(), request.timeZone);
    const described = describeChange({ at, wall: wall ?? shown, shown, timeZone: request.timeZone });
    runs.push({ at, local: toPlain(shown).toString(), ...described });
    if (runs.length === count) break;
  }
  return runs;
}

interface RunOnClock {
  at: Date;
  /** The time that the rule names, and the one that the clock shows. */
  wall: WallTime;
  shown: WallTime;
  timeZone: string;
}

function describeChange({ at, wall, shown, timeZone }: RunOnClock): Pick<DescribedRun, 'change' | 'note'> {
  if (wall !== shown) {
    const [from, to] = [wall, shown].map((time) =>
      formatDate(wall) === formatDate(shown)
        ? formatTime(time)
        : `${formatTime(time)} on ${formatDate(time)}`,
    );
    return { change: 'moved', note: `Moved from ${from} to ${to}: the clock skips the time between` };
  }
  const pass = passOf(at.getTime(), timeZone);
  if (!pass) return { change: null, note: null };
  const order = pass === 'first' ? 'First' : 'Second';
  return { change: `${pass}_of_two`, note: `${order} of two: the clock shows ${formatTime(shown)} twice` };
}

function formatTime(wall: WallTime): string {
  const time = toPlain(wall).toPlainTime();
  return time.toString({ smallestUnit: time.second === 0 ? 'minute' : 'second' });
}

function formatDate(wall: WallTime): string {
  return toPlain(wall)
    .toPlainDate()
    .toLocaleString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
}
