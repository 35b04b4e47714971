import { Alert, Badge, Button, Code } from '@mantine/core';
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { CopyButton, Loaded, Panel, RelativeTime, sentenceOf, t, useChange } from '@cairn/ui';
import { dbadmin, type Connection, type RuleList, type RulePreview } from '../client.ts';
import { overviewKey, rulesKey } from '../query-keys.ts';
import { Diff } from './diff.tsx';
import { HbaPathForm } from './hba-path-form.tsx';
import { useRulePreview } from './use-rules.ts';
import text from '../layout/text.module.css';
import styles from './rules.module.css';

interface ApplyPanelProps {
  server: Connection;
  list: RuleList;
  mayChange: boolean;
}

/** Previews the changes to pg_hba.conf, applies them, and undoes the last apply. */
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
        <Loaded query={preview} rows={3}>
          {(data) => (
            <>
              {data.can_apply ? (
                <Changes preview={data} count={changes} onExpand={() => setWhole(true)} />
              ) : (
                <BlockToPaste preview={data} />
              )}
              {mayChange ? <HbaPathForm server={server} reportedPath={data.own_path} /> : null}
            </>
          )}
        </Loaded>
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
        <Badge color="green">{t('apply.inEffect')}</Badge>
      )}{' '}
      {t('apply.by', { name: list.applied_by ?? '–' })} <RelativeTime value={list.applied_at} />
    </>
  );
}

interface ChangesProps {
  preview: RulePreview;
  count: number;
  onExpand: () => void;
}

function Changes({ preview, count, onExpand }: ChangesProps) {
  const path = preview.file_path;
  if (count === 0) return <p className={text.quiet}>{t('apply.upToDate', { path })}</p>;
  return (
    <>
      <p className={text.quiet}>{t('apply.how', { path })}</p>
      <Diff lines={preview.diff} onExpand={onExpand} />
    </>
  );
}

/** The lines for pg_hba.conf, for an administrator of the server to paste. */
function BlockToPaste({ preview: { reason, block } }: { preview: RulePreview }) {
  return (
    <>
      <Alert color="yellow" title={t('apply.cannotApply')}>
        {reason}
      </Alert>
      <div>
        <h3 className={styles.heading}>
          {t('apply.block')} <CopyButton value={block} label={t('apply.copyBlock')} />
        </h3>
        <p className={text.quiet}>{t('apply.blockText')}</p>
        <Code block tabIndex={0} className={styles.block}>
          {block}
        </Code>
      </div>
    </>
  );
}
