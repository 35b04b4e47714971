import { nextRuns } from '../apps/report-mgmt/src/features/schedules/next-run.ts';
import type { ScheduleRule } from '../apps/report-mgmt/src/features/schedules/rule.ts';
import { resolveDueSlots } from '../apps/report-mgmt/src/features/schedules/slots.ts';
import type { Measure } from './measurement.ts';

const MAX_NEXT_RUNS_MS = 2;
/** A tenth of the time between two ticks. */
const MAX_OUTAGE_MS = 100;
const ROUNDS = 200;
const WARM_UP = 20;

const RULES: ScheduleRule[] = [
  { mode: 'once', at: '2027-03-28T02:30:00' },
  { mode: 'repeat_minutes', minutes: 10 },
  { mode: 'hourly', minute: 20 },
  { mode: 'daily', time: '02:30' },
  { mode: 'weekly', day: 0, time: '02:30' },
  { mode: 'monthly', day: 31, time: '02:30' },
  { mode: 'custom', cron: '*/15 * * * *' },
  { mode: 'custom', cron: '0,30 2 * * 6,0' },
  // The rarest: every four years, and after every change of the clock until then.
  { mode: 'custom', cron: '30 2 29 2 *' },
  { mode: 'custom', cron: '*/15 2 29 2 *' },
];
const ZONES = ['Europe/Berlin', 'America/Santiago', 'Australia/Lord_Howe', 'Asia/Kathmandu'];

interface RuleTimes {
  name: string;
  p50: number;
  p95: number;
}

function timeNextRuns(rule: ScheduleRule, timeZone: string): RuleTimes {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    const after = new Date(Date.UTC(2026, 0, 1 + round));
    const started = performance.now();
    nextRuns({ rule, timeZone, after }, 5);
    times.push(performance.now() - started);
  }
  const sorted = times.slice(WARM_UP).toSorted((a, b) => a - b);
  const name = `${rule.mode === 'custom' ? rule.cron : rule.mode} in ${timeZone}`;
  return { name, p50: sorted[ROUNDS / 2]!, p95: sorted[Math.floor(ROUNDS * 0.95)]! };
}

/** A tick after a week without workers, of a rule that ran every minute. */
function timeOutage(): number {
  const times: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const nextRunAt = new Date(Date.UTC(2026, 2, 25));
    const now = new Date(nextRunAt.getTime() + 6.9 * 86_400_000);
    const started = performance.now();
    const rule = { mode: 'custom', cron: '* * * * *' } as const;
    resolveDueSlots({ rule, timeZone: 'Europe/Berlin', nextRunAt, now, graceSeconds: 900 });
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[5]!;
}

export const measure: Measure = async () => {
  const all = ZONES.flatMap((timeZone) => RULES.map((rule) => timeNextRuns(rule, timeZone)));
  const slowest = all.toSorted((a, b) => b.p50 - a.p50)[0]!;
  const outage = timeOutage();
  return [
    {
      what: `Next five runs of ${RULES.length} rules in ${ZONES.length} zones`,
      measured: `slowest ${slowest.name}: p50 ${slowest.p50.toFixed(2)}, p95 ${slowest.p95.toFixed(2)} ms`,
      value: `${slowest.p50.toFixed(2)} ms`,
      goal: `under ${MAX_NEXT_RUNS_MS} ms`,
      met: slowest.p50 < MAX_NEXT_RUNS_MS,
    },
    {
      what: 'Tick after a week without workers, every minute',
      measured: '9,936 slots',
      value: `${outage.toFixed(1)} ms`,
      goal: `under ${MAX_OUTAGE_MS} ms`,
      met: outage < MAX_OUTAGE_MS,
    },
  ];
};

if (import.meta.main)
  for (const row of await measure())
    console.log(`${row.what}: ${row.measured}, ${row.value}, goal ${row.goal}`);
