import { Button, Loader, Stack, Text } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useEffect, useState, type RefObject } from 'react';
import { EmptyState, ErrorState, formatBytes, formatDuration, formatNumber, t } from '@cairn/ui';
import type { RunState } from './use-run.ts';
import { withBase } from './with-base.ts';
import classes from './runner.module.css';

interface Props {
  frame: RefObject<HTMLIFrameElement | null>;
  state: RunState;
  title: string;
  hasForm: boolean;
  onCancel: () => void;
  onRun: () => void;
}

/** What became of the run: its progress, its document, or why it failed. */
export function RunPanel({ frame, state, title, hasForm, onCancel, onRun }: Props) {
  switch (state.phase) {
    case 'idle':
      return (
        <EmptyState
          boxed
          icon={<IconPlayerPlay size={22} stroke={1.6} />}
          title={t('runner.notRun')}
          text={t('runner.notRunText')}
          action={hasForm ? undefined : <Button onClick={onRun}>{t('runner.run')}</Button>}
        />
      );
    case 'running':
      return <Running bytes={state.bytes} onCancel={onCancel} />;
    case 'cancelled':
      return (
        <EmptyState
          boxed
          icon={<IconPlayerStop size={22} stroke={1.6} />}
          title={t('runner.cancelled')}
          text={t('runner.cancelledText')}
          action={
            <Button variant="default" onClick={onRun}>
              {t('runner.run')}
            </Button>
          }
        />
      );
    case 'failed':
      return <ErrorState error={state.error} title={t('runner.failed')} retry={onRun} />;
    case 'done':
      return (
        <div className={classes.result}>
          <Text size="sm" c="dimmed" role="status">
            {t('runner.done', { time: shortTime(state.seconds) })}
          </Text>
          {/* Without scripts. Of the same origin, so that its pictures are asked for with the session. */}
          <iframe
            ref={frame}
            className={classes.frame}
            srcDoc={withBase(state.html)}
            title={title}
            sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-modals"
          />
        </div>
      );
  }
}

function Running({ bytes, onCancel }: { bytes: number; onCancel: () => void }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const started = performance.now();
    const timer = setInterval(() => setSeconds((performance.now() - started) / 1000), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={classes.waiting}>
      <Stack align="center" gap="sm">
        <Loader size="sm" aria-hidden />
        <Text role="timer">{t('runner.running', { time: formatDuration(seconds) })}</Text>
        {bytes > 0 ? (
          <Text size="sm" c="dimmed">
            {t('runner.received', { size: formatBytes(bytes) })}
          </Text>
        ) : null}
        <Button variant="default" onClick={onCancel}>
          {t('runner.cancel')}
        </Button>
      </Stack>
    </div>
  );
}

function shortTime(seconds: number): string {
  return seconds < 10 ? `${formatNumber(Math.round(seconds * 10) / 10)} s` : formatDuration(seconds);
}
