import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';
import type { Plan } from '../../runs/types.ts';
import type { PlanItem } from '../../synced-tables/types.ts';
import type { ProjectRights } from '../../projects/rights.ts';
import { dataAttributes, notice } from '../components.ts';
import { actionButton, actionForm } from '../fields.ts';
import { formatNumber } from '../format.ts';
import { showValue, valueText } from './row-values.ts';

/** The change that waits for a person: what would happen, and for those who may decide what to do about each part of it. */
export function plansTab(
  projectId: number,
  {
    plan,
    mayChange,
    maps,
    problem,
  }: Pick<ProjectRights, 'mayChange'> & {
    plan: Plan | undefined;
    maps: Markup[];
    /** What the project waits for, where that is not this plan. */
    problem: string | null;
  },
): Markup {
  if (!plan) {
    return html`<section class="panel empty">
      Nothing waits for approval. Changes of layout and large deletions will be shown here before they are
      applied.
    </section>`;
  }
  if (plan.status === 'dismissed') {
    return html`<section class="panel empty">
      A change was dismissed, and nothing of it was applied. The project continues with the next version;
      start it to be asked about this one again.
    </section>`;
  }
  if (plan.status === 'approved') {
    return html`${notice('Approved. The next run applies it, unless something has changed in the meantime.', 'busy')}`;
  }
  return html`${problem === null ? null : notice(`A newer problem: ${problem}`, 'warn')}
    <section class="panel" ${dataAttributes({ plan: plan.id, seq: plan.seq, items: plan.items.length })}>
      <h2>${mayChange ? 'This change waits for you' : 'This change waits for an administrator'}</h2>
      <p class="lead">
        Nothing has been written. Your decision applies only to this version and the rows that are now in the
        database. If a newer version arrives first, you are asked again.
      </p>
      ${
        mayChange
          ? html`${approval(projectId, plan)} ${dismissal(projectId, plan)}`
          : plan.items.map(itemFacts)
      }
    </section>
    ${maps}`;
}

function approval(projectId: number, { id, items }: Plan): Markup {
  return actionForm({
    action: 'plan.php',
    does: 'approve',
    id,
    back: `project_settings.php?id=${projectId}&tab=synchronize`,
    fields: items.map((item, i) => itemField(item, i)),
    submit: 'Approve',
    next: `admin/project_settings.php?id=${projectId}&tab=synchronize`,
  });
}

/** For a change that is not wanted at all. */
function dismissal(projectId: number, { id }: Plan): Markup {
  return html`<p class="quiet">
      Dismiss the change to apply nothing of it, other changes of this version included. The project waits for
      the next version then.
    </p>
    ${actionButton({
      action: 'plan.php',
      fields: { dismiss: '1', id: String(id) },
      back: `project_settings.php?id=${projectId}&tab=synchronize`,
      submit: 'Dismiss',
    })}`;
}

function itemFacts({ id, kind, sentence, options, details }: PlanItem): Markup {
  return html`<div ${dataAttributes({ 'plan-item': id, kind })}>
    <p>${sentence}</p>
    ${lostRows(details)}
    <p>An administrator chooses:</p>
    <ul>
      ${options.map(({ label }) => html`<li>${label}</li>`)}
    </ul>
  </div>`;
}

function itemField({ id, kind, sentence, options, details }: PlanItem, index: number): Markup {
  const name = `choice-${index}`;
  return html`<div ${dataAttributes({ 'plan-item': id, kind })}>
    <label for="${name}">${sentence}</label>
    ${lostRows(details)}
    <select id="${name}" name="choices[]">
      ${options.map(({ id: option, label }) => {
        const value = JSON.stringify({ item: id, option });
        return html`<option value="${value}">${label}</option>`;
      })}
    </select>
    <ul class="hint narrow-only">
      ${options.map(({ label }) => html`<li>${label}</li>`)}
    </ul>
  </div>`;
}

/** The first of the rows that would be deleted, as the plan has them. */
export function lostRowsOf(details: PlanItem['details']): { key: string; values: Record<string, unknown> }[] {
  return (details?.lostRows ?? []) as { key: string; values: Record<string, unknown> }[];
}

function lostRows(details: PlanItem['details']): Markup | null {
  const rows = lostRowsOf(details);
  const [first] = rows;
  if (!first) return null;
  const columns = Object.keys(first.values);
  const total = Number(details?.deleted ?? rows.length);
  return html`<details open>
    <summary>
      ${rows.length < total ? `The first ${rows.length} of ${formatNumber(total)} rows` : `The rows`} that
      would be lost
    </summary>
    <div class="scroll" tabindex="0" role="region" aria-label="Rows that would be lost">
      <table>
        <thead>
          <tr>
            <th scope="col">Key</th>
            ${columns.map((column) => html`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ key, values }) =>
              html`<tr ${dataAttributes({ lost: key })}>
                <th scope="row">${key}</th>
                ${columns.map((column) => html`<td>${showValue(valueText(values[column]))}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}
