const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text made safe inside HTML elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** HTML that is safe to put into a page as it is; only `html` makes it. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Insert = Markup | string | number | bigint | boolean | null | undefined | readonly Insert[];

/**
 * HTML with values in it: texts and numbers are escaped for elements and quoted attributes, `Markup` and lists of it are inserted as
 * they are, and null, undefined, true and false are nothing.
 */
export function html(parts: TemplateStringsArray, ...values: Insert[]): Markup {
  return new Markup(
    parts.reduce((text, part, i) => text + part + (i < values.length ? insert(values[i]) : ''), ''),
  );
}

function insert(value: Insert): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(insert).join('');
  if (value === null || value === undefined || typeof value === 'boolean') return '';
  return escapeHtml(String(value));
}
