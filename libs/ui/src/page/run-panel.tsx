import { Button, Stack } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { tui } from '../i18n.ts';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import classes from './run-panel.module.css';

interface Props {
  run: { phase: 'idle' | 'running' | 'cancelled' | 'done' } | { phase: 'failed'; error: unknown };
  /** What is known of a run that has not ended. */
  progress: ReactNode;
  /** Offers the first run here, for reports without a form of parameters. */
  startsHere?: boolean;
  onRun: () => void;
  onCancel: () => void;
  /** The document. */
  children: ReactNode;
}

/** A run of a report: its progress, its document, or why there is none. */
export function RunPanel({ run, progress, startsHere = false, onRun, onCancel, children }: Props) {
  switch (run.phase) {
    case 'idle':
      return (
        <EmptyState
          boxed
          icon={<IconPlayerPlay size={22} stroke={1.6} />}
          title={tui('run.notRun')}
          text={tui('run.notRunText')}
          action={startsHere ? <Button onClick={onRun}>{tui('run.start')}</Button> : null}
        />
      );
    case 'running':
      return (
        <div className={classes.running}>
          <Stack align="center" gap="sm" w="min(100%, 360px)">
            {progress}
            <Button variant="default" onClick={onCancel}>
              {tui('run.cancel')}
            </Button>
          </Stack>
        </div>
      );
    case 'cancelled':
      return (
        <EmptyState
          boxed
          icon={<IconPlayerStop size={22} stroke={1.6} />}
          title={tui('run.cancelled')}
          text={tui('run.cancelledText')}
          action={
            <Button variant="default" onClick={onRun}>
              {tui('run.start')}
            </Button>
          }
        />
      );
    case 'failed':
      return <ErrorState error={run.error} title={tui('run.failed')} retry={onRun} />;
    case 'done':
      return children;
  }
}
