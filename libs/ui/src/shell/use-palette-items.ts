import { useDebouncedValue } from '@mantine/hooks';
import { useMantineColorScheme } from '@mantine/core';
import {
  IconBolt,
  IconChartBar,
  IconFileText,
  IconHistory,
  IconLayoutSidebar,
  IconMap2,
  IconStack2,
  IconUser,
  type Icon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { requestJson } from '../api/request.ts';
import { ownSignIn } from '../api/own-sign-in.ts';
import { signInAddress, signOut, useMe } from '../api/use-me.ts';
import { portalPath } from '../boot/base-path.ts';
import { tui } from '../i18n.ts';
import { routeInThisApp, type Target } from './destinations.ts';
import { icons, manifests } from './manifests.ts';
import type { PaletteItem } from './palette-search.ts';
import { noteVisit } from './recent-addresses.ts';
import { useServiceItems } from './service-items.ts';
import { useVisibleTargets } from './use-targets.ts';

/** The groups of the palette, in the order in which they are shown before anything is typed. */
const groupIcons = {
  recent: IconHistory,
  actions: IconBolt,
  pages: IconLayoutSidebar,
  datasets: IconStack2,
  maps: IconMap2,
  dashboards: IconChartBar,
  reports: IconFileText,
  people: IconUser,
} as const;

/** How a group of the palette is headed: one of the shell, or of what a service lists for search. */
export function groupHead(group: string): { label: string; icon: Icon } {
  const search = manifests[group]?.search;
  if (search) return { label: search.title, icon: icons[search.icon] };
  return { label: tui(`search.${group}`), icon: groupIcons[group as keyof typeof groupIcons] };
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
type Catalog = Record<(typeof kinds)[number], CatalogItem[]>;
interface Person {
  id: number;
  username: string;
  email: string;
}

/** Everything that search can lead to; what the person may not see is not in it. People are found by the server. */
export function usePaletteItems(query: string): {
  items: PaletteItem[];
  people: PaletteItem[];
  isLoading: boolean;
  failed: boolean;
} {
  const { data: me } = useMe();
  const go = useGo(me?.user?.username ?? '');
  const { pages, actions } = useVisibleTargets();
  const catalog = useQuery({
    queryKey: ['cairn', 'palette-catalog'],
    queryFn: ({ signal }) => requestJson<Catalog>(`${portalPath()}/api/catalog`, { signal }),
    enabled: !ownSignIn(),
    staleTime: 30_000,
  });
  const persons = usePeople(query, me?.admin === true);
  const link = (group: string, item: Omit<PaletteItem, 'group' | 'onClick'> & { href: string }) => ({
    ...item,
    id: `${group}:${item.id}`,
    group,
    onClick: () => go(item.href),
  });
  const toLink = (group: string) => (target: Target) =>
    link(group, {
      id: `${target.href} ${target.title}`,
      label: target.title,
      href: target.href,
      keywords: target.keywords,
    });
  const listed = useServiceItems();
  const serviceItems = listed.items.map(({ service, title, ...item }) =>
    link(service, { ...item, label: title }),
  );
  const catalogItems = kinds.flatMap((kind) =>
    (catalog.data?.[kind] ?? []).filter(isFromCatalogAlone).map((item) =>
      link(kind, {
        id: item.id,
        label: item.title,
        ...(item.description ? { description: item.description } : {}),
        keywords: item.tags?.join(' ') ?? '',
        href: item.url,
      }),
    ),
  );
  return {
    items: [
      ...actions.map(toLink('actions')),
      ...useOwnActions(me?.authenticated === true),
      ...pages.map(toLink('pages')),
      ...catalogItems,
      ...serviceItems,
    ],
    people: persons.map(({ id, username, email }) =>
      link('people', {
        id: String(id),
        label: username,
        description: email,
        href: `${portalPath()}/admin/users/${id}`,
      }),
    ),
    isLoading: catalog.isLoading || listed.isLoading,
    failed: catalog.isError,
  };
}

/** What a service lists for search itself has a group of its own. */
function isFromCatalogAlone({ service = '' }: CatalogItem): boolean {
  return manifests[service]?.search === undefined;
}

/** What the shell itself can do. */
function useOwnActions(signedIn: boolean): PaletteItem[] {
  const { setColorScheme } = useMantineColorScheme();
  const action = (id: string, label: string, onClick: () => void): PaletteItem => ({
    id: `actions:${id}`,
    group: 'actions',
    label: tui(`search.${label}`),
    onClick,
  });
  const theme = (['light', 'dark', 'auto'] as const).map((scheme) =>
    action(scheme, `${scheme === 'auto' ? 'system' : scheme}Theme`, () => setColorScheme(scheme)),
  );
  if (signedIn) return [...theme, action('sign-out', 'signOut', signOut)];
  return [...theme, action('sign-in', 'signIn', () => window.location.assign(signInAddress()))];
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
    enabled: admin && !ownSignIn() && search.length >= 2,
  });
  return data?.items ?? [];
}

function useGo(name: string): (href: string) => void {
  const navigate = useNavigate();
  return (href) => {
    noteVisit(name, href);
    const route = routeInThisApp(href);
    if (route === null) window.location.assign(href);
    else void navigate(route);
  };
}
