import type { FileChange, StoredDiff, TestMerginProject } from './types.ts';

export interface DeltaItem extends Pick<FileChange, 'path' | 'size' | 'checksum' | 'change'> {
  version: number;
  diffs: string[];
}

/** Differences that span several versions, by project and id. */
export type MergedDiffs = Map<string, { path: string; range: [number, number]; stored: StoredDiff | null }>;

const BASE = 4;

/**
 * The changes after `since` up to `to`, as `Project.get_delta_changes` puts them together: from checkpoints of 1, 4, 16 … versions,
 * in each of which a file has one difference.
 */
export function deltaItems(
  project: TestMerginProject,
  { since, to, merged }: { since: number; to: number; merged: MergedDiffs },
): DeltaItem[] {
  const items = checkpoints(since + 1, to).flatMap(([start, end]) => {
    const single = mergeChanges(
      project.versions.slice(start, end + 1).flatMap(({ number, changes }) =>
        changes.map(({ path, size, checksum, change, diff }) => {
          const diffs = diff ? [diff.path] : [];
          return { path, size, checksum, change, version: number, diffs };
        }),
      ),
    );
    if (start === end) return single;
    return single.map((item) => {
      if (item.change !== 'update_diff') return { ...item, diffs: [] };
      const id = `${item.path}-diff-${project.id}-${start}-${end}`;
      if (!merged.has(id)) merged.set(id, { path: item.path, range: [start - 1, end], stored: null });
      return { ...item, diffs: [id] };
    });
  });
  return mergeChanges(items);
}

/** `Checkpoint.get_checkpoints`: the fewest aligned ranges that make up start to end. */
function checkpoints(start: number, end: number): [number, number][] {
  const ranges: [number, number][] = [];
  while (start <= end) {
    let length = 1;
    while (length * BASE <= end - start + 1 && (start - 1) % (length * BASE) === 0) length *= BASE;
    ranges.push([start, start + length - 1]);
    start += length;
  }
  return ranges;
}

/** `ProjectVersionDelta.merge_changes`: one item a file. */
function mergeChanges(items: DeltaItem[]): DeltaItem[] {
  const result = new Map<string, DeltaItem>();
  const wasThere = new Set<string>();
  for (const item of items.sort((a, b) => a.version - b.version)) {
    const before = result.get(item.path);
    if (!before && item.change !== 'create') wasThere.add(item.path);
    const both = before ? combine(before, item, !wasThere.has(item.path)) : item;
    if (both) result.set(item.path, both);
    else result.delete(item.path);
  }
  return [...result.values()];
}

/** `ProjectVersionDelta._compare_changes`. */
function combine(before: DeltaItem, item: DeltaItem, isNew: boolean): DeltaItem | null {
  switch (`${before.change} ${item.change}`) {
    case 'create delete':
      return isNew ? null : item;
    case 'delete update_diff':
      return null;
    case 'create update':
    case 'create update_diff':
    case 'update update_diff':
      return { ...item, change: before.change, diffs: [] };
    case 'delete create':
      return { ...item, change: 'update', diffs: [] };
    case 'update_diff update_diff':
      return { ...item, diffs: [...before.diffs, ...item.diffs] };
    default:
      return item;
  }
}
