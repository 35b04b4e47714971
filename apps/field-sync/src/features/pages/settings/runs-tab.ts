import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';
import type { ProjectRights } from '../../projects/rights.ts';
import { whoMay } from '../components.ts';
import type { RunRow } from '../types.ts';
import { runTable } from './synchronize-tab.ts';

/** All runs, and for those who may the buttons for one by hand. */
export function runsTab(
  projectId: number,
  { runs, mayChange }: Pick<ProjectRights, 'mayChange'> & { runs: RunRow[] },
  now: Date,
): Markup {
  return html`${mayChange ? byHand(projectId) : whoMay('Administrators compare and reconcile by hand.')}
    ${runs.length > 0 ? html`<div data-island="run-chart"></div>` : null}
    <section class="panel flush" data-live="runs">
      ${runs.length === 0 ? html`<p class="empty">No runs yet.</p>` : runTable(runs, now)}
    </section>`;
}

function byHand(projectId: number): Markup {
  const back = encodeURIComponent(`project_settings.php?id=${projectId}&tab=runs`);
  return html`<form
    class="panel actions"
    method="post"
    action="admin/action/run.php?back=${back}"
    data-action
  >
    <input type="hidden" name="id" value="${projectId}" />
    <button class="button" name="dry_run" value="1">Compare only</button>
    <button
      class="button"
      name="reconcile"
      value="1"
      data-confirm="Read the whole package and make the tables equal to it?"
    >
      Reconcile
    </button>
    <span class="quiet">Reconcile repairs rows that were changed in the database; it drops nothing.</span>
  </form>`;
}
