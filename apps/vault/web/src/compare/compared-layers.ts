import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '@cairn/ui';
import { unionBounds, type Bbox } from '@cairn/ui/map';
import type { TechnicalMetadata } from '../client.ts';

export interface PairFacts {
  left: UseQueryResult<TechnicalMetadata, ApiError>;
  right: UseQueryResult<TechnicalMetadata, ApiError>;
}

/** The name of the layer in one of the versions: a file with one layer calls it as it likes. */
export function layerIn(facts: TechnicalMetadata | undefined, wanted: string): string {
  return facts?.layers?.some(({ name }) => name === wanted) ? wanted : '';
}

/** What both versions call the key of their rows; empty when they differ, as the server then has to find them. */
export function rowKeyOf({ left, right }: PairFacts, layer: string): string {
  const [one, other] = [left.data, right.data].map((facts) => layerOf(facts, layer)?.fid_column ?? '');
  return one === other ? (one ?? '') : '';
}

function layerOf(facts: TechnicalMetadata | undefined, layer: string) {
  return facts?.layers?.find(({ name }) => name === layer) ?? facts?.layers?.[0];
}

/** Fields that both versions have in the compared layer. */
export function commonFields({ left, right }: PairFacts, layer: string): string[] {
  const names = [left.data, right.data].map((facts) => {
    return layerOf(facts, layer)?.fields.map(({ name }) => name) ?? [];
  });
  return names[0]?.filter((name) => names[1]?.includes(name)) ?? [];
}

/** Around both versions, so that both maps begin at the same place. */
export function extentOf({ left, right }: PairFacts): Bbox | undefined {
  const boxes = [left.data, right.data].map((facts) => facts?.extent_wgs84 as Bbox | undefined);
  return unionBounds(boxes) ?? undefined;
}
