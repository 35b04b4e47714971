import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import type { FeatureLayer, MapFocus } from '@cairn/ui/map';

/** The result of an analysis on the map. Its panel, which makes it, is loaded later than the map. */
export interface AnalysisOnMap {
  layer: FeatureLayer;
  /** Whether the rows of the table are drawn beneath. */
  showsRows: boolean;
  /** Where the map looks when the result has come. */
  focus: MapFocus | null;
}

interface AnalysisState {
  shown: AnalysisOnMap | null;
  show: (result: AnalysisOnMap | null) => void;
  /** Id of the result that is picked on the map or in the table of results. */
  pickedId: string | null;
  pick: (id: string | null) => void;
}

const AnalysisContext = createContext<AnalysisState>({
  shown: null,
  show: () => undefined,
  pickedId: null,
  pick: () => undefined,
});

export function AnalysisProvider({ children }: { children: ReactNode }) {
  const [shown, show] = useState<AnalysisOnMap | null>(null);
  const [pickedId, pick] = useState<string | null>(null);
  const state = useMemo(() => ({ shown, show, pickedId, pick }), [shown, pickedId]);
  return <AnalysisContext value={state}>{children}</AnalysisContext>;
}

export function useAnalysisOnMap(): AnalysisState {
  return use(AnalysisContext);
}
