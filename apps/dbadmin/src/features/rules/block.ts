import { conflict } from '@cairn/service';
import type { HbaLine, Rule } from './types.ts';

const BEGIN = '# BEGIN cairn network rules (written by Cairn; what is changed here by hand is lost)';
const END = '# END cairn network rules';
const MARKER = /^\s*#\s*(BEGIN|END) cairn network rules\b/i;

/** Line of a rule, for the first of which that fits a new connection decides. Every name is quoted, and so only a name. */
export function renderLine({ type, database, role, cidr, method }: HbaLine): string {
  return `${type} ${database === '' ? 'all' : quote(database)} ${role === '' ? 'all' : quote(role)} ${cidr} ${method}`;
}

export function toLine({ databaseName, roleName, cidr, authMethod }: Rule): HbaLine {
  return { type: 'host', database: databaseName, role: roleName, cidr, method: authMethod };
}

/** The rules that are switched on, each below its name. */
export function renderRules(rules: Rule[]): string {
  return rules
    .filter(({ enabled }) => enabled)
    .flatMap((rule) => [`# ${rule.name.replaceAll(/[\p{C}\\]/gu, ' ')}`, renderLine(toLine(rule))])
    .join('\n');
}

/** All that stands between our markers, with them. The guard comes first: no rule can shut us out. */
export function renderBlock(guard: HbaLine, rules: string): string {
  const lines = [BEGIN, '# Keeps the way in for Cairn itself.', renderLine(guard), rules, END];
  return lines.filter((line) => line !== '').join('\n');
}

/**
 * The file with the block on top, where nothing above it can decide first; the block that it had is gone. AppError
 * `conflict` when the markers do not make one pair, for then nobody can tell what is ours.
 */
export function placeBlock(file: string, block: string): string {
  const lines = file.split('\n');
  const marks = lines.flatMap((line, index) => {
    const kind = MARKER.exec(line)?.[1]?.toUpperCase();
    return kind === undefined ? [] : [{ kind, index }];
  });
  if (marks.length === 0) return `${block}\n${file}`;
  const [begin, end] = marks;
  if (marks.length !== 2 || begin?.kind !== 'BEGIN' || end?.kind !== 'END') {
    throw conflict(
      'dbadmin.markers_unclear',
      'The file does not hold exactly one block of ours: its BEGIN and END lines were changed by hand. Remove all of them, or leave one pair.',
    );
  }
  lines.splice(begin.index, end.index - begin.index + 1);
  return `${block}\n${lines.join('\n')}`;
}

/** Numbers of the first and the last line of a block on top, from 1. */
export function blockRange(block: string): { first: number; last: number } {
  return { first: 1, last: block.split('\n').length };
}

function quote(name: string): string {
  if (/[\r\n\0]/.test(name)) throw new Error('a name of two lines cannot be written to the file');
  return `"${name.replaceAll('"', '""')}"`;
}
