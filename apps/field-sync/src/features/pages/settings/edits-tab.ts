import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';
import type { WaitingEdits } from '../../providers/types.ts';
import { badge, dataAttributes } from '../components.ts';
import { formatNumber, relativeTime } from '../format.ts';
import { problemNotice } from './read-outside.ts';
import type { ReadResult } from './read-outside.ts';

/** Edits that the provider has, and that are in nobody's GeoPackage; null where a provider has no such thing. */
export function editsTab(edits: ReadResult<WaitingEdits | null>, now: Date): Markup {
  if (edits.problem !== undefined) return problemNotice(edits);
  if (edits.value === null) {
    return html`<section class="panel empty">Folders have no waiting edits: each file is complete.</section>`;
  }
  const { count, byStatus, newest, conflictFiles } = edits.value;
  const attributes = dataAttributes({ edits: '', count, ...byStatus });
  if (count === 0 && conflictFiles.length === 0) {
    return html`<section class="panel empty" ${attributes}>
      No edits wait at the provider: what crews sent is in the GeoPackage.
    </section>`;
  }
  const statuses = Object.entries(byStatus).map(
    ([status, number]) => html`${badge(`${statusText(status)}: ${formatNumber(number)}`, 'warn')} `,
  );
  return html`<section class="panel" ${attributes}>
      <h2>${formatNumber(count)} ${count === 1 ? 'edit was' : 'edits were'} not applied by the provider</h2>
      <p class="lead">
        The provider received them but has not applied them, so neither the crews nor these tables have them.
        Merge or apply them at the provider.
      </p>
      <p>${statuses}</p>
    </section>
    ${newest.length > 0 ? newestPanel(newest, now) : null}
    ${conflictFiles.length > 0 ? filesPanel(conflictFiles) : null}`;
}

function newestPanel(newest: WaitingEdits['newest'], now: Date): Markup {
  const rows = newest.map(
    ({ label, status, author, at, reason }) =>
      html`<tr ${dataAttributes({ edit: label, status, author, at })}>
        <th scope="row">${label}<small>${reason}</small></th>
        <td data-label="Status">${badge(statusText(status), 'warn')}</td>
        <td data-label="By">${author ?? '–'}</td>
        <td data-label="Sent">${relativeTime(at, now)}</td>
      </tr>`,
  );
  return html`<section class="panel flush">
    <h2>The newest of them</h2>
    <table class="cards">
      <thead>
        <tr>
          <th scope="col">Edit</th>
          <th scope="col">Status</th>
          <th scope="col">By</th>
          <th scope="col">Sent</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </section>`;
}

function filesPanel(files: string[]): Markup {
  return html`<section class="panel">
    <h2>Conflict copies</h2>
    <ul>
      ${files.map((path) => html`<li ${dataAttributes({ 'conflict-file': path })}>${path}</li>`)}
    </ul>
  </section>`;
}

function statusText(status: string): string {
  return status.toLowerCase().replaceAll('_', ' ');
}
