import type { DifferenceKind } from '@cairn/geo';
import type { Version } from '../versions/types.ts';

/** Two versions of a dataset, and optionally the layer and the field by which their rows are matched. */
export interface Comparison {
  before: Version;
  after: Version;
  layer: string | null;
  key: string | null;
}

export interface Page {
  kind: DifferenceKind | null;
  limit: number;
  offset: number;
}
