import type { Jobs } from '@cairn/jobs';
import type { Db } from '../../db/schema.ts';
import { ANNOUNCE_KIND, listUnannounced } from '../reports/repo.ts';
import type { ReportAnnouncer } from '../reports/service.ts';

const MAX_AT_ONCE = 100;

export interface Announcement {
  key: string;
  /** Id of the user who changed the report. */
  author: number | null;
}

/** Tells report management of reports by jobs, which wait while it is away. */
export function createAnnouncer(jobs: Pick<Jobs, 'enqueue' | 'dispatch'>): ReportAnnouncer {
  return {
    async announce(trx, payload: Announcement) {
      await jobs.enqueue(trx, { kind: ANNOUNCE_KIND, payload });
    },
    dispatch: () => jobs.dispatch(),
  };
}

/** Announces the reports that were there before report management was. */
export async function announceForgotten(db: Db, announcer: ReportAnnouncer): Promise<void> {
  const keys = await listUnannounced(db, MAX_AT_ONCE);
  if (keys.length === 0) return;
  await db.transaction().execute(async (trx) => {
    for (const key of keys) await announcer.announce(trx, { key, author: null });
  });
  await announcer.dispatch();
}
