import { ask } from './client.ts';
import type { Answer } from './client.ts';
import type { TestVault, Person } from './test-app.ts';

/** A client for the rows of a version and the draft of its dataset. */
export function editor(app: TestVault, person: Person, dataset: string, version = 1) {
  const base = `/datasets/${encodeURIComponent(dataset)}/versions/${version}/edit`;
  const post = (what: string, json: unknown, layer?: string): Promise<Answer> =>
    ask(app, person, {
      method: 'POST',
      path: `${base}/${what}${layer === undefined ? '' : `?layer=${encodeURIComponent(layer)}`}`,
      json,
    });
  return {
    rows(query: Record<string, unknown> = {}): Promise<Answer> {
      const search = new URLSearchParams();
      for (const [name, value] of Object.entries(query))
        search.set(name, typeof value === 'string' ? value : JSON.stringify(value));
      return ask(app, person, { path: `${base}/rows?${search}` });
    },
    async row(key: number, column = 'fid'): Promise<Record<string, unknown> & { hash: string }> {
      const filters = [{ column, op: '=', value: key }];
      const { body } = await this.rows({ filters });
      return { ...body.rows[0], hash: body.hashes[0] };
    },
    update: (key: unknown, updates: unknown, more: Record<string, unknown> = {}) =>
      post('update', { pk_column: 'fid', pk_value: key, updates, ...more }),
    remove: (key: unknown, more: Record<string, unknown> = {}) =>
      post('delete', { pk_column: 'fid', pk_value: key, ...more }),
    insert: (row: unknown, more: Record<string, unknown> = {}) => post('insert', { row, ...more }),
    post,
    edits: (query = '') =>
      ask(app, person, { path: `/datasets/${encodeURIComponent(dataset)}/edits${query}` }),
    discard: (json?: unknown) =>
      ask(app, person, {
        method: 'POST',
        path: `/datasets/${encodeURIComponent(dataset)}/edits/discard`,
        json: json ?? {},
      }),
    redo: (json?: unknown) =>
      ask(app, person, {
        method: 'POST',
        path: `/datasets/${encodeURIComponent(dataset)}/edits/redo`,
        json: json ?? {},
      }),
    commit: (json?: unknown, headers: Record<string, string> = {}) =>
      ask(app, person, {
        method: 'POST',
        path: `/datasets/${encodeURIComponent(dataset)}/edits/seal`,
        json: json ?? {},
        headers,
      }),
  };
}
