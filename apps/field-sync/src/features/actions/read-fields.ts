import { invalidField } from './errors.ts';

/** Fields that a form leaves out are blank. */
type Field = string | undefined;

const MAX_ID = 2 ** 31 - 1;
const CONTROL = /[\p{Cc}\u2028\u2029]/u;
export const MAX_NAME = 200;
const MAX_PASSWORD = 1000;

/** The id of a form; null where it is blank, 0 or less: something new is created. @throws {AppError} bad_request for anything else */
export function readId(field: string, value: Field): number | null {
  const text = value?.trim() ?? '';
  if (text === '') return null;
  const id = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(id <= MAX_ID)) throw invalidField(`${field} must be a whole number.`);
  return id > 0 ? id : null;
}

/** The id of what exists already. @throws {AppError} bad_request without one, and for anything else */
export function requireId(field: string, value: Field): number {
  const id = readId(field, value);
  if (id === null) throw invalidField(`${field} is missing. Send the number of an entry of the list.`);
  return id;
}

/** Ids of a field that is sent once for each, in any order, each once; blank ones are left out. @throws {AppError} bad_request */
export function readIds(field: string, values: readonly string[] | undefined): number[] {
  const ids = (values ?? []).filter((text) => text.trim() !== '').map((text) => requireId(field, text));
  return [...new Set(ids)];
}

/** A text of one line, without spaces at its ends. @throws {AppError} bad_request for control characters and longer texts */
export function readLine(field: string, value: Field, max: number): string {
  const text = value?.trim() ?? '';
  if (CONTROL.test(text)) throw invalidField(`${field} must be one line without control characters.`);
  if (text.length > max) throw invalidField(`${field} may have at most ${max} characters.`);
  return text;
}

/** The same for a field that must be filled in. @throws {AppError} bad_request */
export function requireLine(field: string, value: Field, max: number): string {
  const text = readLine(field, value, max);
  if (text === '') throw invalidField(`${field} is missing. Fill it in.`);
  return text;
}

/** As it is sent, spaces included; blank means that the stored one stays. @throws {AppError} bad_request */
export function readPassword(value: Field): string {
  const text = value ?? '';
  if (CONTROL.test(text)) throw invalidField('password must be one line without control characters.');
  if (text.length > MAX_PASSWORD) throw invalidField(`password may have at most ${MAX_PASSWORD} characters.`);
  return text;
}

/** @throws {AppError} bad_request for anything but a port */
export function readPort(value: Field, standard: number): number {
  const text = value?.trim() ?? '';
  if (text === '') return standard;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port >= 1 && port <= 65535)) throw invalidField('port must be a number from 1 to 65535.');
  return port;
}
