import { lazy, type ComponentType } from 'react';
import type { Version } from '../client.ts';
import type { DatasetTabProps } from './types.ts';

export interface DatasetTab {
  /** In the address, and in the catalog of sentences under `dataset.tabs`. */
  name: string;
  Content: ComponentType<DatasetTabProps>;
  /** Kinds of data that have such a tab. */
  types: readonly Version['type'][];
  /** Only for people who may create datasets. */
  needsEdit?: true;
  /** Takes the whole page, without the map beside it. */
  wide?: boolean;
}

const BOTH = ['vector', 'raster'] as const;

const TABS: readonly DatasetTab[] = [
  {
    name: 'table',
    types: ['vector'],
    Content: later(async () => (await import('./table/table-tab.tsx')).TableTab),
  },
  {
    name: 'about',
    types: BOTH,
    Content: later(async () => (await import('./about/about-tab.tsx')).AboutTab),
  },
  {
    name: 'technical',
    types: BOTH,
    Content: later(async () => (await import('./technical/technical-tab.tsx')).TechnicalTab),
  },
  {
    name: 'versions',
    types: BOTH,
    Content: later(async () => (await import('./versions/versions-tab.tsx')).VersionsTab),
  },
  {
    name: 'lineage',
    types: BOTH,
    wide: true,
    Content: later(async () => (await import('./lineage/lineage-tab.tsx')).LineageTab),
  },
  {
    name: 'derive',
    types: ['vector'],
    needsEdit: true,
    wide: true,
    Content: later(async () => (await import('./derive/derive-tab.tsx')).DeriveTab),
  },
];

/** The tabs of a version, the default one first. */
export function tabsOf(version: Version, mayEdit: boolean): readonly DatasetTab[] {
  return TABS.filter(({ types, needsEdit }) => types.includes(version.type) && (mayEdit || !needsEdit));
}

/** A tab whose code is fetched when it is first opened. */
function later(load: () => Promise<ComponentType<DatasetTabProps>>): ComponentType<DatasetTabProps> {
  return lazy(async () => ({ default: await load() }));
}
