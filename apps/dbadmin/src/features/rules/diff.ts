import { structuredPatch } from 'diff';
import type { DbadminSchemas } from '@cairn/contracts';

type DiffLine = DbadminSchemas['DiffLine'];

/** The changes between two texts by line, with `context` lines around each; a `gap` replaces the lines that are left out. */
export function diffLines(before: string, after: string, context: number): DiffLine[] {
  const { hunks } = structuredPatch('', '', before, after, '', '', { context });
  const total = before.split('\n').length - (before.endsWith('\n') ? 1 : 0);
  const lines: DiffLine[] = [];
  let covered = 0;
  for (const hunk of hunks) {
    pushGap(lines, hunk.oldStart - 1 - covered);
    let [oldLine, newLine] = [hunk.oldStart, hunk.newStart];
    for (const text of hunk.lines) {
      if (text.startsWith('\\')) continue;
      const shown = text.slice(1);
      if (text.startsWith('-')) lines.push({ kind: 'removed', text: shown, line: oldLine });
      else lines.push({ kind: text.startsWith('+') ? 'added' : 'same', text: shown, line: newLine });
      if (!text.startsWith('+')) oldLine += 1;
      if (!text.startsWith('-')) newLine += 1;
    }
    covered = oldLine - 1;
  }
  if (hunks.length > 0) pushGap(lines, total - covered);
  return lines;
}

function pushGap(lines: DiffLine[], count: number): void {
  if (count > 0) lines.push({ kind: 'gap', text: count === 1 ? '1 line' : `${count} lines` });
}
