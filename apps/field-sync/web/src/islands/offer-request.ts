import type { OfferRequest } from '../../../src/features/pages/island-data.ts';

/** A request with the values of the form. */
export interface FilledRequest {
  action: string;
  fields: Record<string, string>;
  hasPassword: boolean;
}

/** The first request that the form has all values for. */
export function fillRequest(requests: OfferRequest[], form: FormData): FilledRequest | null {
  const valueOf = (name: string) => String(form.get(name) ?? '');
  for (const { action, does, fields, optional = [], when = {} } of requests) {
    const filled = Object.entries(fields).map(([sent, name]) => [sent, valueOf(name)] as const);
    const isComplete = filled.every(([sent, value]) => value.trim() !== '' || optional.includes(sent));
    const applies = Object.entries(when).every(([name, value]) => valueOf(name) === value);
    if (!isComplete || !applies) continue;
    const hasPassword = Object.keys(fields).some((sent) => sent.endsWith('_pass'));
    return { action, fields: { [does]: '1', ...Object.fromEntries(filled) }, hasPassword };
  }
  return null;
}

/** Names of the fields that the requests depend on. */
export function sourcesOf(requests: OfferRequest[]): Set<string> {
  return new Set(
    requests.flatMap(({ fields, when = {} }) => [...Object.values(fields), ...Object.keys(when)]),
  );
}
