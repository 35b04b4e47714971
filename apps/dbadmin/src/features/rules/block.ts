import { conflict } from '@cairn/service';
import type { HbaLine, Rule } from './types.ts';

const BEGIN = '# BEGIN cairn network rules (written by Cairn; what is changed here by hand is lost)';
const END = '# END cairn network rules';
/** A whole line. Spaces, case and the words in parentheses may differ: users edit the file, and older versions wrote other words. */
const MARKER = /^\s*#\s*(BEGIN|END) cairn network rules\s*(\([^()]*\))?\s*$/i;

const NETWORK = /^[0-9a-f.:]+\/\d{1,3}$/i;

/** One line of pg_hba.conf; the first line that fits a connection decides. Every name is quoted, and so is only a name. */
export function renderLine({ type, database, role, cidr, method }: HbaLine): string {
  if (!NETWORK.test(cidr)) throw new Error('only a network can be written to the file here');
  return `${type} ${database === '' ? 'all' : quote(database)} ${role === '' ? 'all' : quote(role)} ${cidr} ${method}`;
}

export function toLine({ databaseName, roleName, cidr, authMethod }: Rule): HbaLine {
  return { type: 'host', database: databaseName, role: roleName, cidr, method: authMethod };
}

/** The enabled rules, each below its name. The word before the name keeps it from looking like a marker. */
export function renderRules(rules: Rule[]): string {
  return rules
    .filter(({ enabled }) => enabled)
    .flatMap((rule) => [`# rule: ${rule.name.replaceAll(/[\p{C}\\]/gu, ' ')}`, renderLine(toLine(rule))])
    .join('\n');
}

/** All that stands between our markers, with them. The guard comes first: no rule can shut us out. */
export function renderBlock(guard: HbaLine, rules: string): string {
  const lines = [BEGIN, '# Keeps the way in for Cairn itself.', renderLine(guard), rules, END];
  return lines.filter((line) => line !== '').join('\n');
}

/**
 * The file with the block on top, where nothing above it can decide first; the block that it had is gone. AppError
 * `conflict` as `markedRange`.
 */
export function placeBlock(file: string, block: string): string {
  const range = markedRange(file);
  if (range === null) return `${block}\n${file}`;
  const lines = file.split('\n');
  lines.splice(range.first - 1, range.last - range.first + 1);
  return `${block}\n${lines.join('\n')}`;
}

/**
 * Numbers of the lines of our markers in a file, from 1; null when it has none. AppError `conflict` when they do not make one
 * pair, because then it is not clear which lines are ours.
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
  throw conflict(
    'dbadmin.markers_unclear',
    'The file does not hold exactly one block of ours: its BEGIN and END lines were changed by hand. Remove all of them, or leave one pair.',
  );
}

/** Numbers of the first and the last line of a block on top, from 1. */
export function blockRange(block: string): { first: number; last: number } {
  return { first: 1, last: block.split('\n').length };
}

function quote(name: string): string {
  if (/[\r\n\0]/.test(name)) throw new Error('a name of two lines cannot be written to the file');
  return `"${name.replaceAll('"', '""')}"`;
}
