import { badRequest } from '@cairn/service';
import type { Size } from './types.ts';

const MAX_CHARACTERS = 1000;
const MAX_FILTER = 1000;

/** What a page says to a terminal in text frames; bytes are what is typed. */
export type Control =
  | ({ type: 'resize' } & Size)
  | { type: 'filter'; filter: string }
  | { type: 'pause' | 'resume' | 'ping' | 'pong' };

/** Reads a text frame. AppError `bad_request` for anything that is no control message. */
export function readControl(text: string): Control {
  const message = parse(text);
  switch (message.type) {
    case 'resize':
      return { type: 'resize', cols: extent(message, 'cols'), rows: extent(message, 'rows') };
    case 'filter':
      if (typeof message.filter === 'string' && message.filter.length <= MAX_FILTER) {
        return { type: 'filter', filter: message.filter };
      }
      throw unreadable(`"filter" must be a text of at most ${MAX_FILTER} characters.`);
    case 'pause':
    case 'resume':
    case 'ping':
    case 'pong':
      return { type: message.type };
    default:
      throw unreadable('"type" must be resize, pause, resume, filter, ping or pong.');
  }
}

/** Words for whoever looks on; what else a page may use travels beside them. */
export function info(message: string, more: Record<string, unknown> = {}): string {
  return JSON.stringify({ type: 'info', message, ...more });
}

export function failure(message: string): string {
  return JSON.stringify({ type: 'error', message });
}

export const PONG = JSON.stringify({ type: 'pong' });

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw unreadable('a text frame must be a JSON object.');
}

function extent(message: Record<string, unknown>, name: 'cols' | 'rows'): number {
  const value = message[name];
  if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_CHARACTERS) return Number(value);
  throw unreadable(`"${name}" must be a whole number from 1 to ${MAX_CHARACTERS}.`);
}

function unreadable(why: string) {
  return badRequest('dbadmin.bad_control_message', `This control message cannot be read: ${why}`);
}
