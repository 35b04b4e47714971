import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';
import type { Plan } from '../../runs/types.ts';
import type { PlanItem } from '../../synced-tables/types.ts';
import { dataAttributes, notice } from '../components.ts';
import { actionForm } from '../fields.ts';

/** The change that waits for a person: what would happen, and what to do about each part of it. */
export function plansTab(projectId: number, plan: Plan | undefined): Markup {
  if (!plan) {
    return html`<section class="panel empty">
      Nothing waits for approval. Changes of layout and large deletions will be shown here before they are
      applied.
    </section>`;
  }
  if (plan.status === 'approved') {
    return html`${notice('Approved. The next run applies it, unless something has changed in the meantime.', 'busy')}`;
  }
  const fields = plan.items.map((item, i) => itemField(item, i));
  return html`<section
    class="panel"
    ${dataAttributes({ plan: plan.id, seq: plan.seq, items: plan.items.length })}
  >
    <h2>This change waits for you</h2>
    <p class="lead">
      Nothing has been written. Your decision holds for exactly the state and the packages that this was
      computed for; if anything newer arrives first, you are asked again.
    </p>
    ${actionForm({
      action: 'plan.php',
      does: 'approve',
      id: plan.id,
      back: `project_settings.php?id=${projectId}&tab=synchronize`,
      fields,
      submit: 'Approve',
      next: `admin/project_settings.php?id=${projectId}&tab=synchronize`,
    })}
  </section>`;
}

function itemField({ id, kind, sentence, options }: PlanItem, index: number): Markup {
  const name = `choice-${index}`;
  return html`<div ${dataAttributes({ 'plan-item': id, kind })}>
    <label for="${name}">${sentence}</label>
    <select id="${name}" name="choices[]">
      ${options.map(({ id: option, label }) => {
        const value = JSON.stringify({ item: id, option });
        return html`<option value="${value}">${label}</option>`;
      })}
    </select>
  </div>`;
}
