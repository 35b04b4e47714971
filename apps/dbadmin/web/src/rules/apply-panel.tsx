import { Alert, Badge, Button } from '@mantine/core';
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { ErrorState, LoadingRows, Panel, RelativeTime, sentenceOf, t, useChange } from '@cairn/ui';
import { dbadmin, type Connection, type RuleList, type RulePreview } from '../client.ts';
import { overviewKey, rulesKey } from '../query-keys.ts';
import { BlockToCopy } from './block-to-copy.tsx';
import { Diff } from './diff.tsx';
import { FilePath } from './file-path.tsx';
import styles from './rules.module.css';
import { useRulePreview } from './use-rules.ts';

interface ApplyPanelProps {
  server: Connection;
  list: RuleList;
  mayChange: boolean;
}

/** What the rules make of the server's file, and the buttons that make it so or take it back. */
export function ApplyPanel({ server, list, mayChange }: ApplyPanelProps) {
  const [isWhole, setWhole] = useState(false);
  const preview = useRulePreview(server.id, { isWhole });
  const [problem, setProblem] = useState<string | null>(null);
  const params = { path: { id: server.id } };
  const options = {
    refresh: [rulesKey(server.id), overviewKey(server.id)],
    quiet: true,
    onDone: () => setProblem(null),
  };
  const apply = useChange(() => dbadmin.POST('/api/connections/{id}/access-rules/apply', { params }), {
    ...options,
    done: t('apply.done'),
  });
  const undo = useChange(() => dbadmin.POST('/api/connections/{id}/access-rules/undo', { params }), {
    ...options,
    done: t('apply.undone'),
  });
  const run = (change: typeof apply) =>
    change.mutate(undefined, { onError: (error) => setProblem(sentenceOf(error)) });
  const isBusy = apply.isPending || undo.isPending;
  const changes = preview.data?.diff.filter(({ kind }) => kind === 'added' || kind === 'removed').length ?? 0;
  return (
    <Panel
      title={t('apply.title')}
      lead={<State list={list} />}
      action={
        mayChange ? (
          <div className={styles.buttons}>
            {list.can_undo ? (
              <Button
                variant="default"
                leftSection={<IconArrowBackUp size={16} aria-hidden />}
                loading={undo.isPending}
                disabled={isBusy}
                onClick={() => run(undo)}
              >
                {t('apply.undo')}
              </Button>
            ) : null}
            <Button
              leftSection={<IconCheck size={16} aria-hidden />}
              loading={apply.isPending}
              disabled={isBusy || !preview.data?.can_apply || changes === 0}
              onClick={() => run(apply)}
            >
              {t('apply.apply')}
            </Button>
          </div>
        ) : undefined
      }
    >
      <div className={styles.stack}>
        {problem ? (
          <Alert color="red" role="alert" title={t('apply.refused')}>
            {problem}
          </Alert>
        ) : null}
        {preview.error ? (
          <ErrorState error={preview.error} retry={() => void preview.refetch()} />
        ) : preview.data ? (
          <Preview
            server={server}
            preview={preview.data}
            changes={changes}
            mayChange={mayChange}
            onUnfold={() => setWhole(true)}
          />
        ) : (
          <LoadingRows rows={3} />
        )}
      </div>
    </Panel>
  );
}

function State({ list }: { list: RuleList }) {
  if (!list.applied_at) return <>{t('apply.never')}</>;
  return (
    <>
      {list.unapplied ? (
        <Badge color="yellow">{t('apply.pending')}</Badge>
      ) : (
        <Badge color="green">{t('apply.inForce')}</Badge>
      )}{' '}
      {t('apply.by', { name: list.applied_by ?? '–' })} <RelativeTime value={list.applied_at} />
    </>
  );
}

interface PreviewProps {
  server: Connection;
  preview: RulePreview;
  changes: number;
  mayChange: boolean;
  onUnfold: () => void;
}

function Preview({ server, preview, changes, mayChange, onUnfold }: PreviewProps) {
  return (
    <>
      {preview.can_apply ? (
        <p className={styles.quiet}>
          {t(changes === 0 ? 'apply.same' : 'apply.how', { path: preview.file_path })}
        </p>
      ) : (
        <Alert color="yellow" title={t('apply.cannot')}>
          {preview.reason}
        </Alert>
      )}
      {preview.can_apply && changes > 0 ? <Diff lines={preview.diff} onUnfold={onUnfold} /> : null}
      {preview.can_apply ? null : <BlockToCopy block={preview.block} />}
      {mayChange ? <FilePath server={server} ownPath={preview.own_path} /> : null}
    </>
  );
}
