import type { CopyCounts } from './types.ts';

/** Lines that are kept of each push, and characters of each. */
const MAX_LINES = 200;
const MAX_LINE = 400;

/** `%i %n`: a deletion, or eleven characters that say what is done with a file (man rsync, --itemize-changes). */
const ITEM = /^(?:(\*deleting)   |([<>ch.])([fdLDS])\S{9} )(.*)$/;
const TRANSFERRED = /^Total transferred file size: ([\d,]+)/;
const SKIPPED = /^Deletions stopped due to --max-delete limit \((\d+) skipped\)/;

export interface RsyncReport {
  readonly counts: CopyCounts;
  /** Deletions beyond the number that was allowed. */
  readonly skipped: number;
  /** Files and folders whose owner or group differs from the one that was asked for. */
  readonly otherOwner: number;
  readonly otherGroup: number;
  hear(line: string): void;
}

/** Counts what rsync prints, and hands on the lines that say what was done with a file. */
export function createReport(onItem: (line: string) => void = () => undefined): RsyncReport {
  const counts = { files: 0, bytes: 0, deleted: 0 };
  const report = { counts, skipped: 0, otherOwner: 0, otherGroup: 0, hear };
  function hear(line: string): void {
    const item = ITEM.exec(line);
    if (item) {
      if (item[1]) counts.deleted += 1;
      if (item[3] === 'f' && (item[2] === '<' || item[2] === '>')) counts.files += 1;
      // YXcstpoguax: o and g stand for another owner and group.
      if (line[6] === 'o') report.otherOwner += 1;
      if (line[7] === 'g') report.otherGroup += 1;
      onItem(line);
      return;
    }
    const transferred = TRANSFERRED.exec(line)?.[1];
    if (transferred) counts.bytes = Number(transferred.replaceAll(',', ''));
    const skipped = SKIPPED.exec(line)?.[1];
    if (skipped) report.skipped = Number(skipped);
  }
  return report;
}

export interface PushLog {
  add(line: string): void;
  /** The last lines. */
  text(): string;
}

/** The log of a push, of which the last lines are kept. rsync, which writes most of it, knows no password. */
export function createPushLog(): PushLog {
  const lines: string[] = [];
  return {
    add(line) {
      lines.push(line.replace(/\p{Cc}/gu, ' ').slice(0, MAX_LINE));
      if (lines.length > MAX_LINES) lines.shift();
    },
    text: () => lines.join('\n'),
  };
}
