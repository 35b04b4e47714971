import { Select, Switch } from '@mantine/core';
import { t } from '@cairn/ui';
import type { Connection } from '../client.ts';
import type { JobFilters } from './use-job-list.ts';
import { jobKinds, kindWords } from './words.ts';
import styles from './jobs.module.css';

interface JobFilterBarProps {
  filters: JobFilters;
  servers: Connection[];
  onChange: (changed: Partial<JobFilters>) => void;
}

const STATUSES = ['active', 'queued', 'running', 'succeeded', 'failed', 'cancelled'];

/** Which jobs are listed. */
export function JobFilterBar({ filters, servers, onChange }: JobFilterBarProps) {
  return (
    <div className={styles.filters} role="search" aria-label={t('jobs.filters')}>
      <Select
        aria-label={t('jobs.filterStatus')}
        placeholder={t('jobs.anyStatus')}
        size="xs"
        clearable
        data={STATUSES.map((value) => ({ value, label: t(`jobs.status.${value}`) }))}
        value={filters.status || null}
        onChange={(value) => onChange({ status: value ?? '' })}
      />
      <Select
        aria-label={t('jobs.filterKind')}
        placeholder={t('jobs.anyKind')}
        size="xs"
        clearable
        data={jobKinds.map((value) => ({ value, label: kindWords(value) }))}
        value={filters.kind || null}
        onChange={(value) => onChange({ kind: value ?? '' })}
      />
      <Select
        aria-label={t('server.choose')}
        placeholder={t('databases.allServers')}
        size="xs"
        clearable
        data={servers.map(({ id, name }) => ({ value: String(id), label: name }))}
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
