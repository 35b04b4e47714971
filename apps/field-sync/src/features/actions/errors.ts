import { badRequest, conflict } from '@cairn/service';
import type { AppError } from '@cairn/service';

/** A field that cannot be taken; the message names it and says what to enter. */
export function invalidField(message: string): AppError {
  return badRequest('field_sync.field_invalid', message);
}

/** `entry` is such as `The server "North"`. */
export function inUse(entry: string, projects: readonly string[]): AppError {
  const names = projects.map((name) => `"${name}"`).join(', ');
  const noun = projects.length === 1 ? 'the project' : 'the projects';
  return conflict(
    'field_sync.in_use',
    `${entry} is used by ${noun} ${names}. Change or delete ${projects.length === 1 ? 'it' : 'them'} first.`,
  );
}

export function passwordMissing(): AppError {
  return badRequest('field_sync.password_missing', 'password is missing. Fill it in.');
}

export function passwordNeeded(): AppError {
  return badRequest(
    'field_sync.password_needed',
    'A stored password is used only for the address and the user for which it was entered. Enter the password again.',
  );
}

export function noPassword(name: string): AppError {
  return conflict('field_sync.no_password', `No password is stored for "${name}".`);
}
