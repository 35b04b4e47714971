import type { Definition } from './types.ts';

/** What the report server has of a definition beside its template. */
export interface SentFields {
  title: string;
  description: string;
  /** Empty for none. */
  datasource: string;
}

/** Path of a finding that is about these fields and not the template. */
export const DEFINITION_PATH = 'definition.json';

export function toFields({ title, description, datasource }: Definition): SentFields {
  return { title: cut(title, 200), description: cut(description, 2_000), datasource };
}

/** Definitions may have longer texts than the report server takes. */
function cut(text: string, max: number): string {
  return text.length > max ? text.slice(0, max).replace(/[\ud800-\udbff]$/, '') : text;
}

/** Null without any. What the report server's builder changes at the same time stays as it is there. */
export function differences(fields: SentFields, former: SentFields): Partial<SentFields> | null {
  const names = (['title', 'description', 'datasource'] as const).filter(
    (name) => fields[name] !== former[name],
  );
  return names.length > 0 ? Object.fromEntries(names.map((name) => [name, fields[name]])) : null;
}
