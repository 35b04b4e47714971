import type { VaultSchemas } from '@cairn/contracts';
import type { DifferencePage, DifferenceWithGeometry } from '@cairn/geo';
import type { Comparison, Page } from './types.ts';

export function toDiffBody(
  { before, after }: Comparison,
  { limit, offset }: Page,
  { summary, sameCrs, differences }: DifferencePage,
): VaultSchemas['Diff'] {
  return {
    dataset: before.dataset,
    from: before.version,
    to: after.version,
    layer: summary.layer,
    layers: summary.layers,
    key: summary.key,
    row_key: summary.rowKey,
    keys: summary.keys,
    added: summary.added,
    removed: summary.removed,
    changed: summary.changed,
    unchanged: summary.unchanged,
    geometry_changed: summary.geometryChanged,
    columns_added: summary.columnsAdded,
    columns_removed: summary.columnsRemoved,
    crs_changed: !sameCrs,
    limit,
    offset,
    differences: differences.map(toDifferenceBody),
  };
}

function toDifferenceBody(difference: DifferenceWithGeometry): VaultSchemas['Diff']['differences'][number] {
  const { geometryBefore, geometryAfter } = difference;
  return {
    kind: difference.kind,
    key: typeof difference.key === 'boolean' ? String(difference.key) : difference.key,
    ...(difference.name === null ? {} : { name: difference.name }),
    before: difference.before,
    after: difference.after,
    geometry_changed: difference.geometryChanged,
    ...(geometryBefore === undefined ? {} : { geometry_before: geometryBefore && { ...geometryBefore } }),
    ...(geometryAfter === undefined ? {} : { geometry_after: geometryAfter && { ...geometryAfter } }),
  };
}
