import { unwrap } from '@cairn/ui';
import { vault, type RowPage, type Version } from '../../client.ts';
import type { TableRow } from '../table/use-rows.ts';
import { pkOf } from './edit-cache.ts';

interface DeleteRequest {
  version: Version;
  layer: string;
  page: RowPage;
  rows: TableRow[];
}

/** Deletes rows one by one; stops at the first that another user has changed. */
export async function deleteRows({ version, layer, page, rows }: DeleteRequest) {
  const edits: number[] = [];
  for (const { row, hash } of rows) {
    try {
      const done = await unwrap(
        vault.POST('/datasets/{name}/versions/{version}/edit/delete', {
          params: {
            path: { name: version.dataset, version: version.version },
            query: layer ? { layer } : {},
          },
          body: { ...pkOf(page, row), hash },
        }),
      );
      if (done.edit_id !== undefined) edits.push(done.edit_id);
    } catch (error) {
      return { edits, error };
    }
  }
  return { edits, error: null };
}

/**
 * Undoes these edits, newest first. False when others have changed something since: only the newest edit can be
 * undone, and another user's edit must stay.
 */
export async function takeBack(dataset: string, edits: number[]): Promise<boolean> {
  const path = { name: dataset };
  const wanted = edits.toReversed();
  const { edits: newest } = await unwrap(
    vault.GET('/datasets/{name}/edits', { params: { path, query: { limit: wanted.length } } }),
  );
  if (newest.map(({ id }) => id).join() !== wanted.join()) return false;
  for (const edit_id of wanted) {
    const body = { last: true, edit_id };
    await unwrap(vault.POST('/datasets/{name}/edits/discard', { params: { path }, body }));
  }
  return true;
}
