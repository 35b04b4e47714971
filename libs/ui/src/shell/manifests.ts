import {
  IconBooks,
  IconCode,
  IconDatabase,
  IconDeviceMobile,
  IconLayoutDashboard,
  IconReportAnalytics,
  IconSettings,
  IconStack2,
  IconTableOptions,
  IconTemplate,
  type Icon,
} from '@tabler/icons-react';

/** What a user needs for a page or an action: a permission on the service, or to be an administrator of the platform. */
export type Needs = 'anyone' | 'user' | 'view' | 'edit' | 'admin' | 'platform-admin';

export interface ManifestEntry {
  title: string;
  /** Below the base path of the service, with a query where it opens a panel. */
  path: string;
  /** Other words by which people look for it. */
  keywords?: string;
  /** `view` in a service, `anyone` in the portal, unless it says otherwise. */
  needs?: Needs;
  /** Path of the page whose entry the rail marks, where it is not the one that this path is below. */
  under?: string;
}

export interface ManifestPage extends ManifestEntry {
  /** Set for what the rail shows, in this order; `path` where the rail leads elsewhere. */
  rail?: { icon: keyof typeof icons; order: number; path?: string };
}

/** `apps/<service>/web/manifest.json`: pages, actions, search and jobs of a service; `libs/ui/vite.ts` reads more for the build. */
export interface Manifest {
  pages: ManifestPage[];
  actions: ManifestEntry[];
  /** Set by services with pages that open without signing in. */
  visitors?: true;
  /**
   * Set by services with things of their own that search finds, beside what they give to the catalog: where they are listed
   * (as `{ items: [{ id, title, description, path }] }`), and how the group of them is headed.
   */
  search?: { list: string; title: string; icon: keyof typeof icons };
  /** Set by services that do long work for people: where the caller's jobs are listed, and until when they are stopped there. */
  jobs?: { list: string; cancel: 'always' | 'queued' };
}

export const icons = {
  books: IconBooks,
  code: IconCode,
  dashboard: IconLayoutDashboard,
  database: IconDatabase,
  device: IconDeviceMobile,
  report: IconReportAnalytics,
  settings: IconSettings,
  stack: IconStack2,
  table: IconTableOptions,
  template: IconTemplate,
} satisfies Record<string, Icon>;

declare global {
  var __CAIRN_MANIFESTS__: Record<string, Manifest> | undefined;
}

/** The manifests of all services, by key, in the order of the rail. The build collects them; unit tests have none. */
export const manifests: Record<string, Manifest> = Object.fromEntries(
  Object.entries(globalThis.__CAIRN_MANIFESTS__ ?? {}).sort(([, a], [, b]) => orderOf(a) - orderOf(b)),
);

function orderOf({ pages }: Manifest): number {
  return Math.min(...pages.flatMap(({ rail }) => (rail ? [rail.order] : [])));
}
