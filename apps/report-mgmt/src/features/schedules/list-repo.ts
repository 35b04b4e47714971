import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import { LISTED_COLUMNS } from './repo.ts';
import type { ListedSchedule } from './types.ts';

export interface ScheduleFilter {
  reportKey?: string | undefined;
  state?: 'enabled' | 'paused' | 'failing' | undefined;
  /** Words that all must be there. */
  q?: string | undefined;
  /** Only those with a next run, the soonest first. */
  upcoming?: boolean | undefined;
  limit: number;
  /** Only smaller ids: the last of the page before. */
  before?: number | undefined;
}

/** A page, newest first, with how many there are on all pages and the id behind which the next begins. */
export async function listSchedules(
  db: Db,
  filter: ScheduleFilter,
): Promise<{ schedules: ListedSchedule[]; total: number; next: number | null }> {
  const { upcoming = false, before, limit } = filter;
  const all = db
    .selectFrom('schedules as s')
    .leftJoin('definitions as d', 'd.key', 's.report_key')
    .where(sql.join<boolean>(conditionsOf(filter), sql` AND `));
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await all
    .$if(before !== undefined, (query) => query.where('s.id', '<', before!))
    .select(LISTED_COLUMNS)
    .$if(upcoming, (query) => query.orderBy('s.next_run_at'))
    .orderBy('s.id', 'desc')
    .limit(limit + 1)
    .execute();
  const schedules = rows.slice(0, limit);
  const hasMore = rows.length > limit && !upcoming;
  return { schedules, total: Number(total), next: hasMore ? schedules.at(-1)!.id : null };
}

function conditionsOf({ reportKey, state, q = '', upcoming }: ScheduleFilter) {
  const words = q.split(/\s+/).filter(Boolean);
  return [
    sql<boolean>`true`,
    ...(reportKey === undefined ? [] : [sql<boolean>`s.report_key = ${reportKey}`]),
    ...(state === undefined ? [] : [STATES[state]]),
    ...(upcoming ? [sql<boolean>`s.enabled AND s.next_run_at IS NOT NULL`] : []),
    ...words.map((word) => sql<boolean>`${SEARCHED} ILIKE ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`),
  ];
}

const STATES = {
  enabled: sql<boolean>`s.enabled`,
  paused: sql<boolean>`NOT s.enabled`,
  failing: sql<boolean>`s.failures > 0`,
};

const SEARCHED = sql<string>`concat_ws(' ', d.title, s.report_key, s.filename, s.time_zone, s.owner,
  array_to_string(s.recipients, ' '))`;
