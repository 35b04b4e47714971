import { ActionIcon, CloseButton, Indicator, Popover, Progress } from '@mantine/core';
import { IconProgress } from '@tabler/icons-react';
import { tui } from '../i18n.ts';
import { forgetJob, isRunning, useTrackedJobs, type TrackedJob } from './jobs-store.ts';
import { ServiceLink } from './service-link.tsx';

/** The person's long work, wherever it was started. */
export function JobsTray() {
  const jobs = useTrackedJobs();
  const running = jobs.filter(isRunning).length;
  const label = running > 0 ? tui('jobs.running', { count: running }) : tui('jobs.label');
  return (
    <Popover position="bottom-end" width={320} shadow="md">
      <Indicator label={running} disabled={running === 0} size={16} offset={6} color="pine">
        <Popover.Target>
          <ActionIcon variant="subtle" color="gray" size={34} aria-label={label}>
            <IconProgress size={18} stroke={1.7} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={jobs.length === 0 ? 'md' : 'xs'}>
        {jobs.length === 0 ? (
          <p style={{ color: 'var(--cairn-muted)', margin: 0 }}>{tui('jobs.none')}</p>
        ) : (
          <ul style={{ display: 'grid', gap: 4, listStyle: 'none', margin: 0, padding: 0 }}>
            {jobs.map((job) => (
              <TrayRow key={job.id} job={job} />
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function TrayRow({ job }: { job: TrackedJob }) {
  const failed = job.status === 'failed';
  return (
    <li style={{ padding: '6px 8px' }}>
      <div style={{ alignItems: 'center', display: 'flex', gap: 8 }}>
        <span style={{ flex: 1, fontWeight: 550, minWidth: 0, overflowWrap: 'anywhere' }}>
          {job.href ? <ServiceLink href={job.href}>{job.title}</ServiceLink> : job.title}
        </span>
        {!isRunning(job) && (
          <CloseButton size="sm" aria-label={tui('jobs.dismiss')} onClick={() => forgetJob(job.id)} />
        )}
      </div>
      {isRunning(job) && (
        <Progress
          value={job.progress ?? 100}
          animated={job.progress === undefined}
          my={6}
          size="sm"
          aria-label={job.title}
        />
      )}
      <div style={{ color: failed ? 'var(--mantine-color-error)' : 'var(--cairn-muted)', fontSize: 12 }}>
        {job.stage ??
          (job.status === 'running' ? `${Math.round(job.progress ?? 0)} %` : tui(`jobs.${job.status}`))}
      </div>
    </li>
  );
}
