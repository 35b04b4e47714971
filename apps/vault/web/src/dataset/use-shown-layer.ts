import { useUrlState } from '@cairn/ui';
import type { Layer } from '../client.ts';
import type { DatasetTabProps } from './types.ts';

export interface ShownLayer {
  /** Its name; empty until the layers are known, which means the first one to the server. */
  name: string;
  /** Names of all layers. */
  names: string[];
  /** What the file says of it; nothing while that is being read, or when it cannot be. */
  facts: Layer | undefined;
}

/** The layer that the address names, else the first. */
export function useShownLayer({ technical }: Pick<DatasetTabProps, 'technical'>): ShownLayer {
  const [wanted] = useUrlState('layer');
  const layers = technical.data?.layers ?? [];
  const facts = layers.find(({ name }) => name === wanted) ?? (wanted === '' ? layers[0] : undefined);
  return { name: wanted || (facts?.name ?? ''), names: layers.map(({ name }) => name), facts };
}
