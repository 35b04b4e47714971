import { Button, CloseButton, Popover, Progress } from '@mantine/core';
import { useState } from 'react';
import { RelativeTime } from '../format/relative-time.tsx';
import { tui } from '../i18n.ts';
import dropdownClasses from './dropdown.module.css';
import { isRunning, type TrackedJob } from './jobs-store.ts';
import classes from './jobs-tray.module.css';
import { ServiceLink } from './service-link.tsx';
import type { Dropdown } from './use-dropdown.ts';
import type { Tray } from './use-tray.ts';

/** The jobs of the tray, each with its state and what can be done with it. */
export function JobsList({
  jobs,
  dismiss,
  clear,
  opened,
  onClose,
}: Omit<Tray, 'unread' | 'markRead'> & Dropdown) {
  return (
    <Popover
      position="bottom-end"
      width="min(360px, calc(100vw - 16px))"
      shadow="md"
      trapFocus
      opened={opened}
      onChange={(next) => !next && onClose()}
    >
      <Popover.Target>
        <span className={dropdownClasses.anchor} aria-label={tui('jobs.label')} aria-hidden />
      </Popover.Target>
      <Popover.Dropdown data-dropdown p={jobs.length === 0 ? 'md' : 'xs'} aria-label={tui('jobs.label')}>
        {jobs.length === 0 ? (
          <p className={classes.none}>{tui('jobs.none')}</p>
        ) : (
          <>
            <div className={classes.top}>
              <span>{tui('jobs.label')}</span>
              {jobs.some((job) => !isRunning(job)) && (
                <Button size="compact-xs" variant="subtle" onClick={clear}>
                  {tui('jobs.clear')}
                </Button>
              )}
            </div>
            <ul className={classes.list}>
              {jobs.map((job) => (
                <TrayRow key={job.id} job={job} onDismiss={() => dismiss(job)} onOpen={onClose} />
              ))}
            </ul>
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

interface TrayRowProps {
  job: TrackedJob;
  onDismiss: () => void;
  onOpen: () => void;
}

function TrayRow({ job, onDismiss, onOpen }: TrayRowProps) {
  const running = isRunning(job);
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <span className={classes.title}>
          {job.href ? (
            <ServiceLink href={job.href} onClick={onOpen}>
              {job.title}
            </ServiceLink>
          ) : (
            job.title
          )}
        </span>
        {running && job.cancel ? <CancelButton title={job.title} cancel={job.cancel} /> : null}
        {running ? null : (
          <CloseButton size="sm" aria-label={tui('jobs.dismiss', { title: job.title })} onClick={onDismiss} />
        )}
      </div>
      {running && (
        <Progress
          value={job.progress ?? 100}
          animated={job.progress === undefined}
          my={6}
          size="sm"
          aria-label={job.title}
        />
      )}
      <div className={job.status === 'failed' ? `${classes.state} ${classes.failed}` : classes.state}>
        {stateOf(job)}
        {job.at && (
          <>
            {' · '}
            <RelativeTime value={job.at} />
          </>
        )}
      </div>
    </li>
  );
}

function CancelButton({ title, cancel }: { title: string; cancel: () => void }) {
  const [isCancelling, setCancelling] = useState(false);
  return (
    <Button
      size="compact-xs"
      variant="default"
      disabled={isCancelling}
      aria-label={tui('jobs.cancelOf', { title })}
      onClick={() => {
        setCancelling(true);
        cancel();
      }}
    >
      {isCancelling ? tui('jobs.cancelling') : tui('jobs.cancel')}
    </Button>
  );
}

function stateOf({ status, stage, progress }: TrackedJob): string {
  if (status === 'running') {
    const percent = progress === undefined ? [] : [tui('jobs.percent', { percent: Math.round(progress) })];
    return [...percent, ...(stage ? [stage] : [])].join(' · ');
  }
  return stage ?? tui(`jobs.${status}`);
}
