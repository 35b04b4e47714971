import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { EmptyState, ErrorState, LoadingRows, RelativeTime, SidePanel, t, unwrap } from '@cairn/ui';
import { displayValue } from '@cairn/ui/map';
import { vault, type EditList } from '../../client.ts';
import { editsKey } from './edit-cache.ts';
import { editSentence } from './edit-sentence.ts';
import type { Edit } from './use-pending-edits.ts';
import styles from './editing.module.css';

interface EditsPanelProps {
  dataset: string;
  onClose: () => void;
}

const AT_ONCE = 50;

/** Who changed what since the last version, newest first. */
export function EditsPanel({ dataset, onClose }: EditsPanelProps) {
  return (
    <SidePanel opened title={t('editing.changes')} onClose={onClose} size={520}>
      <Edits dataset={dataset} />
    </SidePanel>
  );
}

function Edits({ dataset }: { dataset: string }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...editsKey(dataset), 'list'],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        vault.GET('/datasets/{name}/edits', {
          params: {
            path: { name: dataset },
            query: { limit: AT_ONCE, ...(pageParam ? { before: pageParam } : {}) },
          },
          signal,
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: ({ edits }: EditList) => (edits.length < AT_ONCE ? undefined : edits.at(-1)?.id),
  });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <LoadingRows rows={5} height={56} />;
  const edits = data.pages.flatMap((page) => page.edits);
  if (edits.length === 0)
    return <EmptyState title={t('editing.noChanges')} text={t('editing.noChangesText')} />;
  return (
    <>
      <ol className={styles.edits}>
        {edits.map((edit) => (
          <EditItem key={edit.id} edit={edit} />
        ))}
      </ol>
      {hasNextPage ? (
        <Button
          mt="md"
          variant="default"
          fullWidth
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('editing.olderChanges')}
        </Button>
      ) : null}
    </>
  );
}

/** One edit with the values before and after; of an update the changed ones, of a deleted row all of them. */
function EditItem({ edit }: { edit: Edit }) {
  const { before, after } = edit;
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <li>
      <h3>{editSentence(edit)}</h3>
      <span className={styles.when}>
        {edit.layer} · <RelativeTime value={edit.at} />
      </span>
      <dl className={styles.change}>
        {columns.map((column) => (
          <div key={column} style={{ display: 'contents' }}>
            <dt>{column}</dt>
            <dd>
              {before ? <del>{displayValue(before[column])}</del> : null}
              {before && after ? ' → ' : null}
              {after ? <ins>{displayValue(after[column])}</ins> : null}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
