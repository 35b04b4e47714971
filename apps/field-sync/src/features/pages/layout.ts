import { html } from '@cairn/service';
import type { Actor, Markup } from '@cairn/service';
import { personOf } from '../sign-in/person.ts';
import { notice, tabBar } from './components.ts';

/** The lists of field-sync, as every page shows them to administrators; others have the overview alone. */
const OVERVIEW = { label: 'Overview', page: 'index.php' } as const;
const AREAS = [
  OVERVIEW,
  { label: 'Projects', page: 'projects.php' },
  { label: 'Servers', page: 'servers.php' },
  { label: 'Databases', page: 'databases.php' },
  { label: 'File targets', page: 'rsyncs.php' },
  { label: 'Map stores', page: 'gstores.php' },
  { label: 'Catalog nodes', page: 'geonodes.php' },
  { label: 'Users', page: 'users.php' },
  { label: 'Groups', page: 'groups.php' },
] as const;

export type Area = (typeof AREAS)[number]['page'];

/** The content of a page below the line of areas, with what the last action said. */
export function inArea(
  { area, content }: { area: Area | null; content: Markup },
  { said, actor }: { said: { text: string; success: boolean } | null; actor: Actor },
): Markup {
  const areas = actor.isAdmin ? AREAS : [OVERVIEW];
  const tabs = areas.map(({ label, page }) => ({ label, href: `admin/${page}`, current: page === area }));
  return html`${tabBar('Field sync', tabs)} ${said ? notice(said.text, said.success ? 'good' : 'bad') : null}
  ${content}`;
}

/** For browsers without scripts; with them it is in the shell. */
export function plainNavigation(actor: Actor): Markup {
  const isOfPortal = personOf(actor).source === 'central';
  return html`<nav aria-label="Cairn">
    ${isOfPortal ? html`<a href="/">Cairn</a>` : null} <a href="admin/projects.php">Field sync</a>
    <span>Signed in as ${actor.username ?? actor.email}.</span> <a href="logout.php">Sign out</a>
  </nav>`;
}
