import { addComputedMetrics } from '@cairn/service';
import type { Logger } from '@cairn/service';
import type { Registry } from 'prom-client';
import type { Db } from '../../db/schema.ts';
import { readFigures } from './repo.ts';
import type { Figures } from './repo.ts';

const DEADLINE_MS = 5_000;

const METRICS = {
  field_sync_lag_seconds: {
    type: 'gauge',
    help: 'Age of the oldest version of the provider that is not applied; 0 for a project in step. The 500 projects with the most lag',
  },
  field_sync_projects: { type: 'gauge', help: 'Projects by the state of their service' },
  field_sync_runs_total: { type: 'counter', help: 'Ended runs by outcome' },
  field_sync_run_failures_total: {
    type: 'counter',
    help: 'Failed and paused runs by error code',
  },
  field_sync_rows_total: { type: 'counter', help: 'Rows that runs changed in the tables' },
  field_sync_conflicts_total: {
    type: 'counter',
    help: 'Rows that were changed both by hand and at the provider',
  },
  field_sync_fetched_bytes_total: { type: 'counter', help: 'Bytes that runs fetched from providers' },
  field_sync_server_breaker_open: {
    type: 'gauge',
    help: '1 where a provider server failed five times in a row and is tried every quarter of an hour. At most 500 servers',
  },
  field_sync_server_sign_in_refused: {
    type: 'gauge',
    help: '1 where a provider server refuses the login until it is edited. At most 500 servers',
  },
  field_sync_workers: { type: 'gauge', help: 'Workers that are alive' },
  field_sync_alert_mails: { type: 'gauge', help: 'Mails to administrators of the last 30 days' },
} as const;

/** Adds the figures of field-sync to those of this process. They are read from the database, so every process shows the same. */
export function addMetrics({
  db,
  logger,
  registry,
}: {
  db: Db;
  logger: Logger;
  registry: Pick<Registry, 'registerMetric'>;
}): void {
  addComputedMetrics({
    ...{ registry, logger, metrics: METRICS, deadlineMs: DEADLINE_MS },
    read: async () => toSamples(await readFigures(db)),
  });
}

function toSamples({ lags, servers, totals, ...figures }: Figures) {
  return {
    field_sync_lag_seconds: lags.map(({ id, name, seconds }) => ({
      labels: { project_id: id, project: name },
      value: seconds,
    })),
    field_sync_projects: count('state', figures.projects),
    field_sync_runs_total: count('outcome', figures.outcomes),
    field_sync_run_failures_total: count('code', figures.failures),
    field_sync_rows_total: count('operation', [
      { key: 'inserted', count: totals.inserted },
      { key: 'updated', count: totals.updated },
      { key: 'deleted', count: totals.deleted },
    ]),
    field_sync_conflicts_total: [{ value: totals.conflicts }],
    field_sync_fetched_bytes_total: [{ value: totals.bytes }],
    field_sync_server_breaker_open: servers.map(({ id, name, isOpen }) => ({
      labels: { server_id: id, server: name },
      value: Number(isOpen),
    })),
    field_sync_server_sign_in_refused: servers.map(({ id, name, isRefused }) => ({
      labels: { server_id: id, server: name },
      value: Number(isRefused),
    })),
    field_sync_workers: [{ value: figures.workers }],
    field_sync_alert_mails: count('status', figures.mails),
  };
}

function count(label: string, counts: { key: string; count: number }[]) {
  return counts.map((each) => ({ labels: { [label]: each.key }, value: each.count }));
}
