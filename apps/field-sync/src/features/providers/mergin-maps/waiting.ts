import type { WaitingEdits } from '../types.ts';
import type { MerginFile } from './types.ts';
import { toDate } from './versions.ts';

const MAX_NEWEST = 10;
/** What the server itself takes for a conflict (`_precompute_has_conflict`). */
const CONFLICT = /(\.gpkg|\.qgs|.qgz)(.*conflict.*)|( \(.*conflict.*)/;
/** `trees (conflicted copy, ada v12).gpkg`, `trees (edit conflict, ada v12).json`. */
const NAMED = /^(.*) \((conflicted copy|edit conflict), (.+) v\d+\)/;

/** Edits that a client could not merge: it keeps them in files of their own, and nobody's GeoPackage has them. */
export function toWaitingEdits(files: MerginFile[]): WaitingEdits {
  const conflicts = files
    .filter(({ path }) => CONFLICT.test(path))
    .map(({ path, mtime }) => ({ path, at: toDate(mtime), named: NAMED.exec(path) }))
    .toSorted((one, other) => (other.at?.getTime() ?? 0) - (one.at?.getTime() ?? 0));
  const byStatus: Record<string, number> = {};
  const statusOf = (named: RegExpExecArray | null) =>
    named?.[2] === 'edit conflict' ? 'edit_conflict' : 'conflicted_copy';
  for (const { named } of conflicts) byStatus[statusOf(named)] = (byStatus[statusOf(named)] ?? 0) + 1;
  return {
    count: conflicts.length,
    byStatus,
    newest: conflicts.slice(0, MAX_NEWEST).map(({ path, at, named }) => ({
      ...{ label: path, status: statusOf(named), author: named?.[3] ?? null, at },
      reason: null,
    })),
    conflictFiles: conflicts.map(({ path }) => path),
  };
}
