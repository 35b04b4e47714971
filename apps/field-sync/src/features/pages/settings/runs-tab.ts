import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';
import type { RunRow } from '../types.ts';
import { runTable } from './synchronize-tab.ts';

/** All runs, and the buttons for one by hand. */
export function runsTab(projectId: number, runs: RunRow[], now: Date): Markup {
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
    </form>
    <section class="panel flush" data-live="runs">
      ${runs.length === 0 ? html`<p class="empty">No runs yet.</p>` : runTable(runs, now)}
    </section>`;
}
