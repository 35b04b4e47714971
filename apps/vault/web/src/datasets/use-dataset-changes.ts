import { useQueryClient } from '@tanstack/react-query';
import { formatNumber, notifyError, notifyUndo, sentenceOf, t, trackJob, unwrap } from '@cairn/ui';
import { vault, type ManagedDataset } from '../client.ts';
import { runEach } from './run-each.ts';
import { datasetKey, datasetsKey, foldersKey } from '../query-keys.ts';

/** From here on a change takes long enough to be followed in the tray. */
const MANY = 25;
let works = 0;

interface Target {
  id: number | null;
  name: string;
}

/** What can be done with one dataset or many, and undone again; so none of it asks first. */
export function useDatasetChanges() {
  const queries = useQueryClient();

  /** Changes all of them, says what failed, and returns those that were changed. */
  async function changeEach(
    rows: ManagedDataset[],
    { title, change }: { title: string; change: (row: ManagedDataset) => Promise<unknown> },
  ): Promise<ManagedDataset[]> {
    const id = `vault:bulk:${++works}`;
    const follow = (state: { status: 'running' | 'succeeded' | 'failed'; progress?: number }) => {
      if (rows.length >= MANY) trackJob({ id, title, ...state });
    };
    follow({ status: 'running', progress: 0 });
    const { done, failed } = await runEach({
      items: rows,
      change,
      onProgress: (settled) => follow({ status: 'running', progress: (100 * settled) / rows.length }),
    });
    follow({ status: failed.length > 0 ? 'failed' : 'succeeded' });
    await Promise.all([
      queries.invalidateQueries({ queryKey: datasetsKey }),
      queries.invalidateQueries({ queryKey: foldersKey }),
      ...rows.slice(0, MANY).map(({ name }) => queries.invalidateQueries({ queryKey: datasetKey(name) })),
    ]);
    if (failed.length > 0) notifyError(failureOf(failed, rows.length));
    return done;
  }

  const archive = (rows: ManagedDataset[]) =>
    changeEach(rows, { title: t('changes.archiving', amount(rows)), change: setArchived(true) });
  const restore = (rows: ManagedDataset[]) =>
    changeEach(rows, { title: t('changes.restoring', amount(rows)), change: setArchived(false) });
  const move = (rows: ManagedDataset[], folderOf: (row: ManagedDataset) => number | null) =>
    changeEach(rows, {
      title: t('changes.moving', amount(rows)),
      change: ({ name, ...row }) =>
        unwrap(
          vault.PUT('/datasets/{name}/folder', {
            params: { path: { name } },
            body: { folder_id: folderOf({ name, ...row }) },
          }),
        ),
    });

  return {
    async archive(rows: ManagedDataset[]): Promise<void> {
      const done = await archive(rows);
      if (done.length > 0) notifyUndo(t('changes.archived', amount(done)), () => void restore(done));
    },
    async restore(rows: ManagedDataset[]): Promise<void> {
      const done = await restore(rows);
      if (done.length > 0) notifyUndo(t('changes.restored', amount(done)), () => void archive(done));
    },
    async move(rows: ManagedDataset[], { id, name }: Target): Promise<void> {
      const away = rows.filter(({ folder_id: folder = null }) => folder !== id);
      const done = await move(away, () => id);
      const sentence = t(id === null ? 'changes.movedOut' : 'changes.moved', {
        ...amount(done),
        folder: name,
      });
      const back = () => void move(done, ({ folder_id: former = null }) => former);
      if (done.length > 0) notifyUndo(sentence, back);
    },
  };
}

function setArchived(archived: boolean): (row: ManagedDataset) => Promise<unknown> {
  return ({ name }) => {
    const params = { path: { name } };
    return unwrap(
      archived
        ? vault.POST('/datasets/{name}/archive', { params })
        : vault.POST('/datasets/{name}/restore', { params }),
    );
  };
}

/** Values for sentences about some datasets: one is called by its title. */
function amount(rows: ManagedDataset[]): { count: number; number: string; title: string } {
  return { count: rows.length, number: formatNumber(rows.length), title: rows[0]?.title ?? '' };
}

/** A single failure as it is; of several, their number and the first reason. */
function failureOf(failed: { error: unknown }[], total: number): unknown {
  const first = failed[0]?.error;
  if (total === 1) return first;
  const words = {
    failed: formatNumber(failed.length),
    total: formatNumber(total),
    reason: sentenceOf(first),
  };
  return new Error(t('changes.someFailed', words));
}
