import { commandError } from '../errors.ts';

/** The value of a flag: none, a name in the database, or a number up to a limit. */
export type FlagValue = 'none' | 'name' | { upTo: number };

export interface Flag {
  long: string;
  short?: string;
  value: FlagValue;
  /** Whether a name is passed as a quoted identifier, so that it is never a pattern. */
  quoted?: boolean;
}

export function flag(long: string, short?: string, value: FlagValue = 'none', quoted = true): Flag {
  return { long, ...(short ? { short } : {}), value, quoted };
}

/** Letters, digits, `_` and, except at the start, `-`; with one dot after a schema. */
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_-]*(\.[\p{L}\p{N}_][\p{L}\p{N}_-]*)?$/u;

/**
 * Parses the allowed flags of a program into their long form. Arguments without a flag are refused, because the database always comes
 * from the connection.
 * @throws {AppError} bad_request
 */
export function parseFlags(program: string, words: string[], allowed: readonly Flag[]): string[] {
  const args: string[] = [];
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [name, given] = splitFlag(word);
    if (!name)
      throw commandError(
        `${program} does not accept "${word}" here: the database comes from the connection.`,
      );
    const match = allowed.find(({ long, short }) => name === `--${long}` || name === `-${short}`);
    if (!match) throw commandError(notAllowed(program, name, allowed));
    if (match.value === 'none') {
      if (word.startsWith('--') && given !== undefined) throw commandError(`${name} takes no value.`);
      args.push(`--${match.long}`);
      // -zv means -z -v.
      if (given !== undefined) rest.unshift(`-${given}`);
      continue;
    }
    const value = given ?? rest.shift();
    if (value === undefined) throw commandError(`${name} needs a value.`);
    args.push(`--${match.long}=${checked(name, value, match)}`);
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
    throw commandError(`${name} takes a number from 1 to ${kind.upTo}.`);
  }
  if (!NAME.test(value)) throw commandError(`${name} takes a name such as roads or public.roads.`);
  return quoted
    ? value
        .split('.')
        .map((part) => `"${part}"`)
        .join('.')
    : value;
}

function notAllowed(program: string, name: string, allowed: readonly Flag[]): string {
  const names = allowed.map(({ long }) => `--${long}`).join(', ');
  return `${program} does not accept ${name} here. Allowed: ${names}.`;
}
