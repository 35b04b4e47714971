import { Select, Switch } from '@mantine/core';
import { t } from '@cairn/ui';
import type { Connection } from '../client.ts';
import { serverOptions } from '../connections/use-connections.ts';
import { JOB_KINDS, jobKindLabel } from './job-labels.ts';
import type { JobFilters } from './use-jobs.ts';
import styles from './jobs.module.css';

interface JobFilterBarProps {
  filters: JobFilters;
  servers: Connection[];
  onChange: (changed: Partial<JobFilters>) => void;
}

const STATUSES = ['active', 'queued', 'running', 'succeeded', 'failed', 'cancelled'];

/** The filters of the list of jobs. */
export function JobFilterBar({ filters, servers, onChange }: JobFilterBarProps) {
  return (
    <div className={styles.filters} role="search" aria-label={t('jobs.filters')}>
      <Select
        aria-label={t('jobs.state')}
        placeholder={t('jobs.anyState')}
        size="xs"
        clearable
        data={STATUSES.map((value) => ({ value, label: t(`jobs.status.${value}`) }))}
        value={filters.status || null}
        onChange={(value) => onChange({ status: value ?? '' })}
      />
      <Select
        aria-label={t('jobs.kind')}
        placeholder={t('jobs.anyKind')}
        size="xs"
        clearable
        data={JOB_KINDS.map((value) => ({ value, label: jobKindLabel(value) }))}
        value={filters.kind || null}
        onChange={(value) => onChange({ kind: value ?? '' })}
      />
      <Select
        aria-label={t('server.choose')}
        placeholder={t('server.all')}
        size="xs"
        clearable
        data={serverOptions(servers)}
        value={filters.connection_id || null}
        onChange={(value) => onChange({ connection_id: value ?? '' })}
      />
      <Switch
        label={t('jobs.mine')}
        checked={filters.mine === 'true'}
        onChange={(event) => onChange({ mine: event.currentTarget.checked ? 'true' : '' })}
      />
    </div>
  );
}
