import { ActionIcon, Button, CloseButton, Indicator, Popover, Progress } from '@mantine/core';
import { IconProgress } from '@tabler/icons-react';
import { useState } from 'react';
import { tui } from '../i18n.ts';
import { isRunning, type TrackedJob } from './jobs-store.ts';
import classes from './jobs-tray.module.css';
import { ServiceLink } from './service-link.tsx';
import { useTray } from './use-tray.ts';

/** The person's long work, wherever it was started. */
export function JobsTray() {
  const { jobs, dismiss } = useTray();
  const running = jobs.filter(isRunning).length;
  const label = running > 0 ? tui('jobs.running', { count: running }) : tui('jobs.label');
  return (
    <Popover position="bottom-end" width={340} shadow="md">
      <Indicator label={running} disabled={running === 0} size={16} offset={6} color="pine">
        <Popover.Target>
          <ActionIcon variant="subtle" color="gray" size={34} aria-label={label}>
            <IconProgress size={18} stroke={1.7} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={jobs.length === 0 ? 'md' : 'xs'} aria-label={tui('jobs.label')}>
        {jobs.length === 0 ? (
          <p className={classes.none}>{tui('jobs.none')}</p>
        ) : (
          <ul className={classes.list}>
            {jobs.map((job) => (
              <TrayRow key={job.id} job={job} onDismiss={() => dismiss(job)} />
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function TrayRow({ job, onDismiss }: { job: TrackedJob; onDismiss: () => void }) {
  const running = isRunning(job);
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <span className={classes.title}>
          {job.href ? <ServiceLink href={job.href}>{job.title}</ServiceLink> : job.title}
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
      </div>
    </li>
  );
}

function CancelButton({ title, cancel }: { title: string; cancel: () => void }) {
  const [asked, setAsked] = useState(false);
  return (
    <Button
      size="compact-xs"
      variant="default"
      disabled={asked}
      aria-label={tui('jobs.cancelOf', { title })}
      onClick={() => {
        setAsked(true);
        cancel();
      }}
    >
      {asked ? tui('jobs.cancelling') : tui('jobs.cancel')}
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
