import { badRequest } from '@cairn/service';

/** What a flag takes: nothing, a name in the database, or a number up to a most. */
export type FlagValue = 'none' | 'name' | { upTo: number };

export interface Flag {
  long: string;
  short?: string;
  value: FlagValue;
  /** How a name is handed on: as a quoted identifier, so that no letter of it means anything, or as it is. */
  quoted?: boolean;
}

export function flag(long: string, short?: string, value: FlagValue = 'none', quoted = true): Flag {
  return { long, ...(short ? { short } : {}), value, quoted };
}

/** Letters, digits, `_` and, within, `-`; with one dot between a schema and what is in it. */
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_-]*(\.[\p{L}\p{N}_][\p{L}\p{N}_-]*)?$/u;

/**
 * Reads flags that are allowed and gives them back in their long form. AppError `bad_request` for all others, and for words
 * without a flag: the database always comes from the connection.
 */
export function readFlags(program: string, words: string[], allowed: readonly Flag[]): string[] {
  const args: string[] = [];
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [name, given] = splitFlag(word);
    if (!name) throw refused(`${program} takes no "${word}" here: the database is that of the connection.`);
    const known = allowed.find(({ long, short }) => name === `--${long}` || name === `-${short}`);
    if (!known) throw refused(notAllowed(program, name, allowed));
    if (known.value === 'none') {
      if (word.startsWith('--') && given !== undefined) throw refused(`${name} takes no value.`);
      args.push(`--${known.long}`);
      // -zv is -z -v.
      if (given !== undefined) rest.unshift(`-${given}`);
      continue;
    }
    const value = given ?? rest.shift();
    if (value === undefined) throw refused(`${name} needs a value.`);
    args.push(`--${known.long}=${checked(name, value, known)}`);
  }
  return args;
}

function splitFlag(word: string): [string | null, string | undefined] {
  const long = /^(--[a-z][a-z-]*)(?:=(.*))?$/.exec(word);
  if (long) return [long[1]!, long[2]];
  const short = /^(-[A-Za-z])(.+)?$/.exec(word);
  return short ? [short[1]!, short[2]] : [null, undefined];
}

function checked(name: string, value: string, { value: kind, quoted }: Flag): string {
  if (typeof kind === 'object') {
    if (/^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= kind.upTo) return value;
    throw refused(`${name} takes a number from 1 to ${kind.upTo}.`);
  }
  if (!NAME.test(value)) throw refused(`${name} takes a name such as roads or public.roads.`);
  return quoted
    ? value
        .split('.')
        .map((part) => `"${part}"`)
        .join('.')
    : value;
}

function notAllowed(program: string, name: string, allowed: readonly Flag[]): string {
  const names = allowed.map(({ long }) => `--${long}`).join(', ');
  return `${program} takes no ${name} here; it takes ${names}.`;
}

export function refused(message: string) {
  return badRequest('dbadmin.command_refused', message);
}
