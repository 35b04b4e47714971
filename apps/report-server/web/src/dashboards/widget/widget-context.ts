import { createContext, use } from 'react';

interface WidgetDetails {
  title: string;
  /** Where the map is: `zoom/latitude/longitude`; empty where it shows all. */
  at: string;
  linked: string[];
  /** Whether a click filters other widgets. */
  canPick: boolean;
}

export const WidgetContext = createContext<WidgetDetails>({ title: '', at: '', linked: [], canPick: false });

export function useWidget(): WidgetDetails {
  return use(WidgetContext);
}
