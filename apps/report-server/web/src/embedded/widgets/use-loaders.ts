import { useMemo } from 'react';
import type { DataLoader } from '../../explorer/data-loader.ts';

/** The loaders of widgets by id: the same one as long as the revision stays. */
export function useLoaders(
  revision: number,
  create: (widget: string, revision: number) => DataLoader,
): (widget: string) => DataLoader {
  return useMemo(() => {
    const known = new Map<string, DataLoader>();
    return (widget: string) => {
      const loader = known.get(widget) ?? create(widget, revision);
      known.set(widget, loader);
      return loader;
    };
  }, [revision, create]);
}
