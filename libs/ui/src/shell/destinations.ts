import type { Icon } from '@tabler/icons-react';
import { ownSignIn } from '../api/own-sign-in.ts';
import { basePath, portalPath, servicePath } from '../boot/base-path.ts';
import { icons, manifests, type ManifestEntry, type Needs } from './manifests.ts';

const PORTAL = 'portal';

/** A page or an action of a service. */
export interface Target {
  /** Key of the service. */
  service: string;
  title: string;
  /** Address as the browser sees it. */
  href: string;
  keywords: string;
  needs: Needs;
}

export interface Destination extends Target {
  icon: Icon;
  /** Addresses of other pages for which the rail marks it. */
  alsoFor: string[];
}

/** What the rail can show, in its order. Where a service has a sign-in of its own, its first page is for all who sign in there. */
export function destinations(): Destination[] {
  const ofOwnSignIn = ownSignIn() ? { needs: 'user' as const } : {};
  return Object.entries(manifests)
    .flatMap(([service, { pages, actions }]) =>
      pages.flatMap((page) =>
        page.rail ? [{ service, entries: [...pages, ...actions], page, rail: page.rail }] : [],
      ),
    )
    .sort((a, b) => a.rail.order - b.rail.order)
    .map(({ service, entries, page, rail }) => ({
      ...toTarget(service, { ...page, path: rail.path ?? page.path, ...ofOwnSignIn }),
      icon: icons[rail.icon],
      alsoFor: entries
        .filter(({ under }) => under === page.path)
        .map((other) => toTarget(service, other).href),
    }));
}

/** All pages, or all actions, of all services. */
export function targets(kind: 'pages' | 'actions'): Target[] {
  return Object.entries(manifests).flatMap(([service, manifest]) =>
    manifest[kind].map((entry) => toTarget(service, entry)),
  );
}

function toTarget(service: string, { title, path, keywords = '', needs }: ManifestEntry): Target {
  const href = servicePath(service) + path;
  return { service, title, href, keywords, needs: needs ?? (service === PORTAL ? 'anyone' : 'view') };
}

/** The route inside this app for an address of the platform, or null when another service owns the address. */
export function routeInThisApp(href: string): string | null {
  const base = basePath();
  if (!href.startsWith('/') || document.documentElement.dataset.pages === 'server') return null;
  if (base === '') return portalSegments().has(firstSegment(href)) ? href : null;
  if (href !== base && !href.startsWith(`${base}/`)) return null;
  return href.slice(base.length) || '/';
}

function portalSegments(): Set<string> {
  return new Set(manifests[PORTAL]?.pages.map(({ path }) => firstSegment(path)));
}

function firstSegment(path: string): string {
  return path.slice(1).split(/[/?#]/)[0] ?? '';
}

/** The destination that the page at `pathname` (as the browser sees it) is below; of several in one service the nearest. */
export function currentDestination(
  destinations: readonly Destination[],
  pathname: string,
): Destination | undefined {
  const lengths = destinations.map((destination) => ({
    destination,
    length: matchedLength(destination, pathname),
  }));
  return lengths.filter(({ length }) => length >= 0).toSorted((a, b) => b.length - a.length)[0]?.destination;
}

/** Length of the address of the destination that the page is below; -1 where it is below none. */
function matchedLength({ href, alsoFor, needs }: Destination, pathname: string): number {
  const found = [href, ...alsoFor].filter((address) => {
    // An index page stands for its folder.
    const target = address.replace(/\/(?:index\.php)?$/, '');
    return pathname === target || pathname.startsWith(`${target}/`);
  });
  if (needs === 'platform-admin' && pathname.startsWith(`${portalPath()}/admin/`)) found.push(href);
  return Math.max(-1, ...found.map(({ length }) => length));
}
