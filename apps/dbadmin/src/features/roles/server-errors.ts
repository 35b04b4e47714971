import { AppError, conflict } from '@cairn/service';
import { reservedRole } from './names.ts';

const SENTENCES = new Map<string, [code: string, sentence: string]>([
  ['42710', ['dbadmin.role_taken', 'There is a role of this name already; choose another name.']],
  [
    '0LP01',
    [
      'dbadmin.membership_cycle',
      'These two would be members of each other; take the other membership away first.',
    ],
  ],
  [
    '2BP01',
    [
      'dbadmin.still_in_use',
      'Something still depends on the role or on rights that it passed on; look at what it owns, then try again.',
    ],
  ],
  ['42704', ['dbadmin.role_gone', 'A role that this is about is gone; look at the list again.']],
  ['55P03', ['dbadmin.server_busy', 'Somebody else is changing the same thing; try again in a moment.']],
  ['40P01', ['dbadmin.server_busy', 'Somebody else is changing the same thing; try again in a moment.']],
]);

/** What a server refused, as a conflict with a sentence; anything else as it was. */
export function explainRefusal(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (code === '42939') return reservedRole('This name');
  if (code === '42501') {
    const said = message.split('\n', 1)[0]?.slice(0, 200);
    return conflict(
      'dbadmin.admin_may_not',
      `The administrator of this connection may not do this on the server (${said}); give it the right, or connect as a superuser.`,
    );
  }
  // What two at once at the same row of a catalog are told has no code of its own.
  const known = SENTENCES.get(message.startsWith('tuple concurrently ') ? '55P03' : code);
  return known ? conflict(...known) : error;
}
