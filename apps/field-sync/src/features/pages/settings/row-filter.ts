import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';
import { options } from '../components.ts';
import type { RowRequest, SettingsTab } from './tabs.ts';

interface Listing {
  projectId: number;
  tab: SettingsTab;
  request: RowRequest;
}

/** A form that chooses the table and the row whose entries are listed. */
export function rowFilter({ projectId, tab, request, tables }: Listing & { tables: string[] }): Markup {
  const { table = '', key = '' } = request;
  // One that is no longer synchronised still has entries.
  const names = table === '' || tables.includes(table) ? tables : [...tables, table];
  return html`<form class="panel actions" method="get" action="admin/project_settings.php">
    <input type="hidden" name="id" value="${projectId}" />
    <input type="hidden" name="tab" value="${tab}" />
    <div>
      <label for="table">Table</label>
      <select id="table" name="table">
        ${options([{ value: '', label: 'All tables' }, ...names.map((name) => ({ value: name, label: name }))], table)}
      </select>
    </div>
    <div>
      <label for="key">Key of the row</label>
      <input id="key" name="key" inputmode="numeric" pattern="-?[0-9]{1,18}" value="${key}" />
    </div>
    <button class="button">Show</button>
  </form>`;
}

/** Links to the newest page and to the next older one. */
export function olderLinks({ last, ...listing }: Listing & { last: string | null }): Markup | null {
  const { before } = listing.request;
  if (!before && last === null) return null;
  return html`<nav class="actions" aria-label="Pages">
    ${before ? html`<a class="button" href="${address(listing, null)}">Newest</a>` : null}
    ${last === null ? null : html`<a class="button" rel="next" href="${address(listing, last)}">Older</a>`}
  </nav>`;
}

function address({ projectId, tab, request: { table, key } }: Listing, before: string | null): string {
  const query = new URLSearchParams({ id: String(projectId), tab });
  if (table) query.set('table', table);
  if (key) query.set('key', key);
  if (before !== null) query.set('before', before);
  return `admin/project_settings.php?${query}`;
}
