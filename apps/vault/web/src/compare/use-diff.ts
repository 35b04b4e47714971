import { useApi } from '@cairn/ui';
import { vault } from '../client.ts';
import { datasetKey } from '../query-keys.ts';
import type { DifferenceKind } from './difference-kinds.ts';

export interface DiffQuestion {
  dataset: string;
  left: number;
  right: number;
  layer: string;
  key: string;
  kind: DifferenceKind | '';
  page: number;
  /** Rasters have no features. */
  enabled: boolean;
}

export const PAGE_SIZE = 50;

/** A page of the differences between two versions, with the counts of all of them. */
export function useDiff({ dataset, left, right, enabled, ...asked }: DiffQuestion) {
  const query = {
    with: right,
    limit: PAGE_SIZE,
    offset: (asked.page - 1) * PAGE_SIZE,
    ...(asked.layer ? { layer: asked.layer } : {}),
    ...(asked.key ? { key: asked.key } : {}),
    ...(asked.kind ? { kind: asked.kind } : {}),
  };
  const path = { name: dataset, version: left };
  return useApi(
    [...datasetKey(dataset), 'diff', left, query],
    (signal) => vault.GET('/datasets/{name}/versions/{version}/diff', { params: { path, query }, signal }),
    { enabled, staleTime: Infinity, keepPrevious: true },
  );
}
