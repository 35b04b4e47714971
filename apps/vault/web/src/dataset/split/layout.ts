import { useRights, useUrlState } from '@cairn/ui';
import type { Version } from '../../client.ts';
import { tabsOf, type DatasetTab } from '../tabs.ts';

export const LAYOUTS = ['table', 'split', 'map'] as const;
/** What of map and table the page shows. */
export type Layout = (typeof LAYOUTS)[number];

/** The chosen layout, in the address. */
export function useLayout(): [Layout, (layout: Layout) => void] {
  const [text, setText] = useUrlState('show', 'split');
  return [LAYOUTS.find((layout) => layout === text) ?? 'split', setText];
}

/** The open tab, in the address, and all that there are. */
export function useOpenTab(version: Version): { open: DatasetTab; tabs: readonly DatasetTab[] } {
  const tabs = tabsOf(version, useRights('vault').edit);
  const [name] = useUrlState('tab');
  return { open: tabs.find((tab) => tab.name === name) ?? (tabs[0] as DatasetTab), tabs };
}
