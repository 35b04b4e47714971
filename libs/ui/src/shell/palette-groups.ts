import { useDebouncedValue } from '@mantine/hooks';
import { useMantineColorScheme } from '@mantine/core';
import {
  IconBolt,
  IconChartBar,
  IconDatabase,
  IconFileText,
  IconLayoutSidebar,
  IconMap2,
  IconStack2,
  IconUser,
  type Icon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { SpotlightActionData } from '@mantine/spotlight';
import { useNavigate } from 'react-router';
import { requestJson } from '../api/request.ts';
import { signInAddress, signOut, useMe } from '../api/use-me.ts';
import { portalPath } from '../boot/base-path.ts';
import { tui } from '../i18n.ts';
import { routeInThisApp } from './destinations.ts';
import { extraPages } from './pages-in-search.ts';
import { useDatabasePlaces } from './palette-databases.ts';
import { useVisibleDestinations } from './rail.tsx';
import { useServices } from './use-services.ts';

export interface PaletteGroup {
  group: string;
  icon: Icon;
  actions: SpotlightActionData[];
}

interface CatalogItem {
  id: string;
  title: string;
  url: string;
  service?: string;
  description?: string;
  tags?: string[];
}

const kinds = ['datasets', 'maps', 'dashboards', 'reports'] as const;
const icons = { datasets: IconStack2, maps: IconMap2, dashboards: IconChartBar, reports: IconFileText };
type Catalog = Record<(typeof kinds)[number], CatalogItem[]>;
interface Person {
  id: number;
  username: string;
  email: string;
}

/** Everything that search can lead to, by group; what the person may not see is not in it. */
export function usePaletteGroups(query: string): { groups: PaletteGroup[]; failed: boolean } {
  const go = useGo();
  const { data: me } = useMe();
  const shown = useVisibleDestinations();
  const { data: services = [] } = useServices();
  const editable = new Set(
    services.filter((entry) => entry.permissions.edit).map((each) => each.service_key),
  );
  const catalog = useQuery({
    queryKey: ['cairn', 'palette-catalog'],
    queryFn: ({ signal }) => requestJson<Catalog>(`${portalPath()}/api/catalog`, { signal }),
    staleTime: 30_000,
  });
  const people = usePeople(query, me?.admin === true);
  const databases = useDatabasePlaces().map(({ href, ...place }) => ({ ...place, onClick: () => go(href) }));
  const pages: SpotlightActionData[] = [
    ...shown.map(({ key, label, href }) => ({ id: `page:${key}`, label: tui(label), href })),
    ...extraPages()
      .filter((page) => {
        if (page.editorOf) return editable.has(page.editorOf);
        return page.adminOnly ? me?.admin : page.userOnly ? me?.authenticated : true;
      })
      .map(({ title, href, keywords }) => ({ id: `page:${href}`, label: title, href, keywords })),
  ].map(({ href, ...page }) => ({ ...page, onClick: () => go(href) }));
  const items = kinds.map((kind) => ({
    group: tui(`search.${kind}`),
    icon: icons[kind],
    actions: (catalog.data?.[kind] ?? []).filter(isNoDatabase).map((item) => ({
      id: `${kind}:${item.id}`,
      label: item.title,
      description: item.description,
      keywords: item.tags?.join(' '),
      onClick: () => go(item.url),
    })),
  }));
  const persons = people.map(({ id, username, email }) => ({
    id: `person:${id}`,
    label: username,
    description: email,
    onClick: () => go(`${portalPath()}/admin/users/${id}`),
  }));
  return {
    groups: [
      ...items,
      { group: tui('search.databases'), icon: IconDatabase, actions: databases },
      { group: tui('search.pages'), icon: IconLayoutSidebar, actions: pages },
      { group: tui('search.people'), icon: IconUser, actions: persons },
      { group: tui('search.actions'), icon: IconBolt, actions: useActions(me?.authenticated === true, go) },
    ],
    failed: catalog.isError,
  };
}

/** Databases have a group of their own, with their servers. */
function isNoDatabase({ service }: CatalogItem): boolean {
  return service !== 'dbadmin';
}

function useActions(signedIn: boolean, go: (href: string) => void): SpotlightActionData[] {
  const { setColorScheme } = useMantineColorScheme();
  const theme = (['light', 'dark', 'auto'] as const).map((scheme) => ({
    id: `theme:${scheme}`,
    label: tui(`search.${scheme === 'auto' ? 'system' : scheme}Theme`),
    onClick: () => setColorScheme(scheme),
  }));
  if (!signedIn) {
    const signIn = () => window.location.assign(signInAddress());
    return [{ id: 'sign-in', label: tui('search.signIn'), onClick: signIn }, ...theme];
  }
  const newToken = () => go(`${portalPath()}/account?panel=token`);
  return [
    { id: 'token', label: tui('search.newToken'), onClick: newToken },
    ...theme,
    { id: 'sign-out', label: tui('search.signOut'), onClick: signOut },
  ];
}

function usePeople(query: string, admin: boolean): Person[] {
  const [search] = useDebouncedValue(query.trim(), 200);
  const { data } = useQuery({
    queryKey: ['cairn', 'palette-people', search],
    queryFn: ({ signal }) =>
      requestJson<{ items: Person[] }>(
        `${portalPath()}/api/admin/users?search=${encodeURIComponent(search)}`,
        { signal },
      ),
    enabled: admin && search.length >= 2,
  });
  return data?.items ?? [];
}

function useGo(): (href: string) => void {
  const navigate = useNavigate();
  return (href) => {
    const route = routeInThisApp(href);
    if (route === null) window.location.assign(href);
    else void navigate(route);
  };
}
