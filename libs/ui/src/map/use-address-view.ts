import { useState } from 'react';
import { useUrlState } from '../page/use-url-state.ts';
import type { MapViewProps } from './types.ts';
import { formatView, parseView } from './view-text.ts';

/** Keeps where the person moved the map in the address, so that a link shows what its sender saw. */
export function useAddressView(name: string): {
  initialView: MapViewProps['initialView'];
  reportView: NonNullable<MapViewProps['onViewChange']>;
} {
  const [view, setView] = useUrlState(name);
  // Only the address with which the page was opened counts: later ones come from the map itself.
  const [initialView] = useState(() => parseView(view));
  return {
    initialView,
    reportView: (next, _, byPerson) => {
      if (byPerson) setView(formatView(next));
    },
  };
}
