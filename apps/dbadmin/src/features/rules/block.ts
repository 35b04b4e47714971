import { markersUnclear } from './errors.ts';
import type { HbaLine, Rule } from './types.ts';

const BEGIN = '# BEGIN cairn network rules (managed by Cairn, which overwrites manual changes)';
const END = '# END cairn network rules';
/** Matches a whole line. Spaces, case and the text in parentheses may differ: users edit the file, and older versions wrote another text. */
const MARKER = /^\s*#\s*(BEGIN|END) cairn network rules\s*(\([^()]*\))?\s*$/i;

const NETWORK = /^[0-9a-f.:]+\/\d{1,3}$/i;

/** One pg_hba.conf line; the first matching line wins. Names are quoted, so none is taken for a keyword. */
export function renderLine({ type, database, role, cidr, method }: HbaLine): string {
  if (!NETWORK.test(cidr)) throw new Error('not a network');
  return `${type} ${database === '' ? 'all' : quote(database)} ${role === '' ? 'all' : quote(role)} ${cidr} ${method}`;
}

export function toLine({ databaseName, roleName, cidr, authMethod }: Rule): HbaLine {
  return { type: 'host', database: databaseName, role: roleName, cidr, method: authMethod };
}

/** The enabled rules, each below its name. The prefix keeps a name from looking like a marker. */
export function renderRules(rules: Rule[]): string {
  return rules
    .filter(({ enabled }) => enabled)
    .flatMap((rule) => [`# rule: ${rule.name.replaceAll(/[\p{C}\\]/gu, ' ')}`, renderLine(toLine(rule))])
    .join('\n');
}

/** The block with its markers. The guard line comes first, so no rule can lock this service out. */
export function renderBlock(guard: HbaLine, rules: string): string {
  const lines = [BEGIN, '# Allows Cairn itself to connect.', renderLine(guard), rules, END];
  return lines.filter((line) => line !== '').join('\n');
}

/**
 * The file with the block at the top, where its lines match first; it replaces an earlier block.
 * @throws {AppError} conflict, see `markedRange`
 */
export function placeBlock(file: string, block: string): string {
  const range = markedRange(file);
  if (range === null) return `${block}\n${file}`;
  const lines = file.split('\n');
  lines.splice(range.first - 1, range.last - range.first + 1);
  return `${block}\n${lines.join('\n')}`;
}

/**
 * The line numbers of our markers in a file, from 1; null when it has none.
 * @throws {AppError} conflict unless they are one pair: otherwise it is unclear which lines are ours.
 */
export function markedRange(file: string): { first: number; last: number } | null {
  const marks = file.split('\n').flatMap((line, index) => {
    const kind = MARKER.exec(line)?.[1]?.toUpperCase();
    return kind === undefined ? [] : [{ kind, line: index + 1 }];
  });
  if (marks.length === 0) return null;
  const [begin, end] = marks;
  if (marks.length === 2 && begin?.kind === 'BEGIN' && end?.kind === 'END') {
    return { first: begin.line, last: end.line };
  }
  throw markersUnclear();
}

/** The first and last line number of a block at the top of the file. */
export function blockRange(block: string): { first: number; last: number } {
  return { first: 1, last: block.split('\n').length };
}

function quote(name: string): string {
  if (/[\r\n\0]/.test(name)) throw new Error('a name of several lines');
  return `"${name.replaceAll('"', '""')}"`;
}
