import { summarizeStatus } from '@cairn/jobs';
import type { Job, JobSummary } from '@cairn/jobs';
import { KINDS } from '../../server-jobs/kinds.ts';
import type { JobPayload } from '../../server-jobs/kinds.ts';
import type { Imported } from '../imports/import-job.ts';

/** How the titles of jobs begin, and how that reads once it is done. */
const PAST: Record<string, [imperative: string, past: string]> = {
  [KINDS.create]: ['Create', 'Created'],
  [KINDS.clone]: ['Copy', 'Copied'],
  [KINDS.delete]: ['Drop', 'Dropped'],
  [KINDS.backup]: ['Back up', 'Backed up'],
  [KINDS.restore]: ['Restore', 'Restored'],
  [KINDS.import]: ['Import', 'Imported'],
};

/** The summary of a job for users, while it runs and after it has ended. */
export function summaryOf(job: Job): JobSummary {
  const { title = job.kind, database_id: databaseId } = job.payload as Partial<JobPayload>;
  const page = `/jobs?job=${job.id}`;
  if (job.status !== 'succeeded') return { summary: summarizeStatus(job.status, title), page };
  return { summary: outcomeOf(job, title), page: outcomePage(job, databaseId) };
}

function outcomeOf({ kind, result }: Job, title: string): string {
  if (kind === KINDS.import) {
    const { rows, schema, table, broken_geometries: broken } = result as Imported;
    const without = broken ? `, ${format(broken.count)} without geometry` : '';
    return `${format(rows)} ${rows === 1 ? 'row' : 'rows'} into ${schema}.${table}${without}`;
  }
  const [imperative, past] = PAST[kind] ?? ['', ''];
  const left = countLeftOut(result);
  const suffix = left === 0 ? '' : ` (${left} ${left === 1 ? 'item' : 'items'} left out)`;
  return past + title.slice(imperative.length) + suffix;
}

function format(count: number): string {
  return new Intl.NumberFormat('en').format(count);
}

/** What the job could not do, which its result names. */
function countLeftOut(result: unknown): number {
  const { not_included: missing = [], not_carried_over: skipped = [] } = (result ?? {}) as Record<
    string,
    unknown[] | undefined
  >;
  return missing.length + skipped.length;
}

function outcomePage({ id, kind, result }: Job, databaseId: number | undefined): string {
  const database = `/databases/${databaseId}`;
  if (countLeftOut(result) > 0) return `/jobs?job=${id}`;
  if (kind === KINDS.delete) return '/databases';
  if (kind === KINDS.backup) return `${database}?tab=backups`;
  if (kind !== KINDS.import) return database;
  const { schema, table, broken_geometries: broken } = result as Imported;
  if (broken) return `/jobs?job=${id}`;
  const query = new URLSearchParams({
    tab: 'tables',
    table: `${encodeURIComponent(schema)}.${encodeURIComponent(table)}`,
  });
  return `${database}?${query}`;
}
