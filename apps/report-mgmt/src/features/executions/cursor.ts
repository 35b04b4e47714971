import { badRequest } from '@cairn/service';
import type { AppError } from '@cairn/service';
import type { HistoryPlace } from './history-repo.ts';

const PLACE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function toCursor({ createdAt, id }: HistoryPlace): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url');
}

/** @throws {AppError} bad_request for what `toCursor` did not write */
export function readCursor(cursor: string): HistoryPlace {
  const [, createdAt, id] = PLACE.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (!createdAt || !id || Number.isNaN(Date.parse(createdAt))) throw badCursor();
  return { createdAt, id };
}

function badCursor(): AppError {
  return badRequest('report-mgmt.bad_cursor', 'cursor must be next_cursor of the page before.');
}
