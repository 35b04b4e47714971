import { Markup, escapeHtml, html } from '@cairn/service';
import type { IslandData } from './island-data.ts';

type AttributeValue = string | number | boolean | Date | null | undefined;

/**
 * `data-…` attributes, which programs read: names as they are after `data-`, dates in ISO 8601, flags as 1 and 0; a value that is
 * absent is an empty attribute.
 */
export function dataAttributes(values: Record<string, AttributeValue>): Markup {
  const pairs = Object.entries(values).map(([name, value]) => `data-${name}="${escapeHtml(toText(value))}"`);
  return new Markup(pairs.join(' '));
}

function toText(value: AttributeValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  return value instanceof Date ? value.toISOString() : String(value);
}

export type Tone = 'good' | 'warn' | 'bad' | 'busy' | '';

export function badge(text: string, tone: Tone = ''): Markup {
  return html`<span class="badge ${tone}">${text}</span>`;
}

export function notice(text: string, tone: Tone): Markup {
  return html`<p class="notice ${tone}" ${tone === 'bad' ? new Markup('role="alert"') : null}>${text}</p>`;
}

/** Says who may do something, where someone who may not would look for the button. */
export function whoMay(sentence: string): Markup {
  return html`<p class="quiet" data-who-may>${sentence}</p>`;
}

export interface PageHead {
  title: string;
  /** One line that says what the page is for. */
  lead?: Markup | string;
  crumbs?: { label: string; href: string }[];
  /** The primary action. */
  action?: Markup;
}

export function pageHead({ title, lead, crumbs = [], action }: PageHead): Markup {
  const links = crumbs.map(({ label, href }) => html`<a href="${href}">${label}</a> / `);
  return html`<header class="head">
    <div>
      ${links.length > 0 ? html`<p class="crumbs">${links}</p>` : null}
      <h1>${title}</h1>
      ${lead ? html`<p class="lead">${lead}</p>` : null}
    </div>
    ${action ? html`<div class="actions">${action}</div>` : null}
  </header>`;
}

export interface Tab {
  label: string;
  href: string;
  current: boolean;
  /** How many things there need a person. */
  count?: number;
}

export function tabBar(label: string, tabs: Tab[]): Markup {
  const items = tabs.map(
    ({ label: text, href, current, count = 0 }) =>
      html`<li>
        <a href="${href}" ${current ? new Markup('aria-current="page"') : null}
          >${text}${count > 0 ? html` ${badge(String(count), 'warn')}` : null}</a
        >
      </li>`,
  );
  return html`<nav aria-label="${label}">
    <ul class="tabs">
      ${items}
    </ul>
  </nav>`;
}

export function facts(entries: [label: string, value: Markup | string | number | null][]): Markup {
  const rows = entries.map(
    ([label, value]) =>
      html`<dt>${label}</dt>
        <dd>${value === null || value === '' ? '–' : value}</dd>`,
  );
  return html`<dl class="facts">${rows}</dl>`;
}

/** Numbers that are seen in a second. */
export function tiles(entries: [label: string, value: string, tone?: Tone][]): Markup {
  const items = entries.map(
    ([label, value, tone = '']) =>
      html`<div class="${tone}">
        <dt>${label}</dt>
        <dd>${value}</dd>
      </div>`,
  );
  return html`<dl class="tiles">${items}</dl>`;
}

/** Selects, with the chosen one selected. */
export function options(
  entries: { value: string | number; label: string }[],
  chosen: string | number | null,
) {
  return entries.map(
    ({ value, label }) =>
      html`<option value="${value}" ${String(value) === String(chosen) ? new Markup('selected') : null}>
        ${label}
      </option>`,
  );
}

/** An element that a script of the page fills; `plain` is what it shows without scripts. */
export function island<Name extends keyof IslandData>(
  name: Name,
  data: IslandData[Name],
  plain: Markup | null = null,
): Markup {
  // In JSON the sign is within texts only, where it would end the element or begin a comment.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return html`<div data-island="${name}">
    ${new Markup(`<script type="application/json">${json}</script>`)} ${plain}
  </div>`;
}
