import { badRequest } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { findAuditEvents } from './repo.ts';
import type { AuditFilter } from './types.ts';

export type AuditService = ReturnType<typeof createAuditService>;

export function createAuditService({ db }: { db: Db }) {
  return {
    async list({ cursor, limit, ...filter }: Omit<AuditFilter, 'before'> & { cursor?: string | undefined }) {
      const before = cursor === undefined ? undefined : readCursor(cursor);
      // One more than requested shows whether there is a next page.
      const rows = await findAuditEvents(db, { ...filter, before, limit: limit + 1 });
      const events = rows.slice(0, limit);
      const last = events.at(-1);
      return { events, nextCursor: rows.length > limit && last ? String(last.id) : null };
    },
  };
}

function readCursor(cursor: string): number {
  const id = /^[1-9]\d{0,15}$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (Number.isSafeInteger(id)) return id;
  throw badRequest('portal.bad_cursor', 'This cursor is not valid; use the next_cursor of the page before.');
}
