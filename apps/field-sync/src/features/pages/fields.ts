import { Markup, html } from '@cairn/service';
import { island, options } from './components.ts';
import type { OfferedList } from './island-data.ts';

interface Field {
  name: string;
  label: string;
  hint?: string;
}

interface TextField extends Field {
  value: string;
  required?: boolean;
  type?: 'text' | 'password' | 'number' | 'email' | 'url';
  maxLength?: number;
  placeholder?: string;
  /** Offered while someone types; anything else may be typed, too. */
  suggestions?: { value: string; label?: string }[];
  /** The same, from a list that a script of the page asks for. */
  offers?: OfferedList;
}

/** A labelled input. A password is never filled in; an empty one keeps what is stored. */
export function textField({
  name,
  label,
  hint,
  value,
  required = false,
  type = 'text',
  maxLength = 400,
  placeholder,
  suggestions = [],
  offers,
}: TextField): Markup {
  const list = suggestions.length > 0 ? `${name}-suggestions` : null;
  const filled = type === 'password' ? null : html`value="${value}"`;
  return html`<div>
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      ${filled}
      ${type === 'number' ? null : html`maxlength="${maxLength}"`}
      ${placeholder ? html`placeholder="${placeholder}"` : null}
      ${type === 'password' ? new Markup('autocomplete="new-password"') : null}
      ${required ? new Markup('required') : null}
      ${list ? html`list="${list}"` : null}
    />
    ${
      list
        ? html`<datalist id="${list}">
            ${suggestions.map(({ value: each, label: text }) => html`<option value="${each}">${text}</option>`)}
          </datalist>`
        : null
    }
    ${hintOf(hint)} ${offers ? island('offered-values', { field: name, ...offers }) : null}
  </div>`;
}

interface SelectField extends Field {
  value: string | number | null;
  entries: { value: string | number; label: string }[];
}

export function selectField({ name, label, hint, value, entries }: SelectField): Markup {
  return html`<div>
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${options(entries, value)}
    </select>
    ${hintOf(hint)}
  </div>`;
}

function hintOf(hint: string | undefined): Markup | null {
  return hint ? html`<p class="hint">${hint}</p>` : null;
}

/** The form of an action: its discriminator, the id, the fields, and the page that browsers without scripts are led back to. */
export function actionForm(form: {
  /** Such as `server.php`. */
  action: string;
  /** Such as `save`. */
  does: string;
  id: number;
  /** Relative to `admin/`. */
  back: string;
  fields: Markup | Markup[];
  submit: string;
  /** Asked before it is sent. */
  confirm?: string;
  danger?: boolean;
  /** Where scripts lead on success; this page otherwise. */
  next?: string;
}): Markup {
  const kind = form.danger ? 'danger' : 'primary';
  return html`<form
    class="fields"
    method="post"
    action="admin/action/${form.action}?back=${encodeURIComponent(form.back)}"
    data-action
    ${form.confirm ? html`data-confirm="${form.confirm}"` : null}
    ${form.next ? html`data-then="${form.next}"` : null}
  >
    <input type="hidden" name="${form.does}" value="1" />
    <input type="hidden" name="id" value="${form.id}" />
    ${form.fields}
    <div class="actions"><button class="button ${kind}">${form.submit}</button></div>
  </form>`;
}

/** A button that sends an action with fixed fields. */
export function actionButton(button: {
  /** Such as `svc_log.php`. */
  action: string;
  fields: Record<string, string>;
  /** Relative to `admin/`. */
  back: string;
  submit: string;
  /** Asked before it is sent. */
  confirm?: string;
}): Markup {
  const fields = Object.entries(button.fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return html`<form
    method="post"
    action="admin/action/${button.action}?back=${encodeURIComponent(button.back)}"
    data-action
    ${button.confirm ? html`data-confirm="${button.confirm}"` : null}
  >
    ${fields}<button class="button">${button.submit}</button>
  </form>`;
}
