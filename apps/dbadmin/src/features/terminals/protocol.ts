import { badControlMessage } from './errors.ts';
import type { Size } from './types.ts';

const MAX_CHARACTERS = 1000;
const MAX_FILTER = 1000;

/** A control message of a page, in a text frame. Binary frames are input. */
export type Control =
  | ({ type: 'resize' } & Size)
  | { type: 'filter'; filter: string }
  | { type: 'pause' | 'resume' | 'ping' | 'pong' };

/** Parses a text frame. @throws {AppError} bad_request unless it is a control message */
export function readControl(text: string): Control {
  const message = parse(text);
  switch (message.type) {
    case 'resize':
      return { type: 'resize', cols: extent(message, 'cols'), rows: extent(message, 'rows') };
    case 'filter':
      if (typeof message.filter === 'string' && message.filter.length <= MAX_FILTER) {
        return { type: 'filter', filter: message.filter };
      }
      throw badControlMessage(`"filter" must be a text of at most ${MAX_FILTER} characters.`);
    case 'pause':
    case 'resume':
    case 'ping':
    case 'pong':
      return { type: message.type };
    default:
      throw badControlMessage('"type" must be resize, pause, resume, filter, ping or pong.');
  }
}

/** A message for the user, with other fields for the page. */
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
    // Reported below.
  }
  throw badControlMessage('a text frame must be a JSON object.');
}

function extent(message: Record<string, unknown>, name: 'cols' | 'rows'): number {
  const value = message[name];
  if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_CHARACTERS) return Number(value);
  throw badControlMessage(`"${name}" must be a whole number from 1 to ${MAX_CHARACTERS}.`);
}
