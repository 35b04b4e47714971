import { EmptyState, ErrorState, formatNumber, t } from '@cairn/ui';
import { Alert, Button, Progress, Stack, Text } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { formatMilliseconds } from '../runs/format-milliseconds.ts';
import { RunDocument } from './run-document.tsx';
import type { Execution } from './types.ts';
import type { RunState } from './use-run.ts';
import classes from './viewer.module.css';

interface Props {
  state: RunState;
  title: string;
  onCancel: () => void;
  onRetry: () => void;
}

/** What became of the run: its progress, its document, or why there is none. */
export function RunPanel({ state, title, onCancel, onRetry }: Props) {
  switch (state.phase) {
    case 'idle':
      return (
        <EmptyState
          boxed
          icon={<IconPlayerPlay size={22} stroke={1.6} />}
          title={t('viewer.notRun')}
          text={t('viewer.notRunText')}
        />
      );
    case 'running':
      return <Running progress={state.progress} stage={state.stage} onCancel={onCancel} />;
    case 'cancelled':
      return (
        <EmptyState
          boxed
          icon={<IconPlayerStop size={22} stroke={1.6} />}
          title={t('viewer.cancelled')}
          text={t('viewer.cancelledText')}
          action={
            <Button variant="default" onClick={onRetry}>
              {t('viewer.run')}
            </Button>
          }
        />
      );
    case 'failed':
      return <ErrorState error={state.error} title={t('viewer.failed')} retry={onRetry} />;
    case 'done':
      return (
        <Stack gap="xs">
          <Text size="sm" c="dimmed" role="status">
            {figuresOf(state.execution)}
          </Text>
          {state.execution.warnings.length > 0 && (
            <Alert color="yellow" title={t('viewer.warnings')}>
              {state.execution.warnings.map((warning) => (
                <Text key={warning} size="sm">
                  {warning}
                </Text>
              ))}
            </Alert>
          )}
          <RunDocument key={state.execution.id} execution={state.execution} title={title} />
        </Stack>
      );
  }
}

function Running({ progress, stage, onCancel }: { progress: number; stage: string; onCancel: () => void }) {
  return (
    <div className={classes.waiting}>
      <Stack align="center" w="min(100%, 360px)">
        <Text role="status">{stage || t('viewer.waiting')}</Text>
        <Progress.Root w="100%">
          <Progress.Section value={progress} animated aria-label={t('viewer.progress')} />
        </Progress.Root>
        <Button variant="default" onClick={onCancel}>
          {t('viewer.cancel')}
        </Button>
      </Stack>
    </div>
  );
}

/** Rows, pages and time, as far as the run counted them: HTML has no pages. */
function figuresOf({ rows, pages, db_ms: database, render_ms: render }: Execution): string {
  return [
    ...(rows === null || rows === undefined
      ? []
      : [t('viewer.rows', { count: rows, rows: formatNumber(rows) })]),
    ...(pages ? [t('viewer.pages', { count: pages, pages: formatNumber(pages) })] : []),
    formatMilliseconds((database ?? 0) + (render ?? 0)),
  ].join(' · ');
}
