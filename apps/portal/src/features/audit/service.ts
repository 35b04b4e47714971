import { badRequest } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { findAuditEvents } from './repo.ts';
import type { AuditEvent, AuditFilter } from './types.ts';

export interface AuditPage {
  events: AuditEvent[];
  nextCursor: string | null;
}

export interface AuditService {
  list(filter: Omit<AuditFilter, 'beforeId'> & { cursor?: string }): Promise<AuditPage>;
}

export function createAuditService({ db }: { db: Db }): AuditService {
  return {
    async list({ cursor, ...filter }) {
      const beforeId = cursor === undefined ? undefined : readCursor(cursor);
      // One more than asked for says whether there is a next page.
      const found = await findAuditEvents(db, {
        ...filter,
        limit: filter.limit + 1,
        ...(beforeId === undefined ? {} : { beforeId }),
      });
      const events = found.slice(0, filter.limit);
      const last = events.at(-1);
      return { events, nextCursor: found.length > filter.limit && last ? String(last.id) : null };
    },
  };
}

function readCursor(cursor: string): number {
  const id = /^[1-9]\d{0,15}$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (!Number.isSafeInteger(id)) {
    throw badRequest(
      'portal.bad_cursor',
      'This cursor is not valid; use the next_cursor of the page before.',
    );
  }
  return id;
}
