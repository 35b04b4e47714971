import { formatNumber, t, type Rights } from '@cairn/ui';
import { databaseHref, pageHref } from '../addresses.ts';
import type { Connection, Database } from '../client.ts';
import type { ServerState } from './use-server-states.ts';

export interface Issue {
  key: string;
  /** `error`: something does not work; `warning`: something should be done. */
  severity: 'error' | 'warning';
  sentence: string;
  /** The page where it is resolved; left out for people who may not change anything there. */
  href?: string;
  action?: string;
}

interface Subject {
  /** Unique among all servers and databases. */
  key: string;
  name: string;
  rights: Rights;
}

const OLD_BACKUP_DAYS = 7;
const DAY_MS = 86_400_000;
/** Share of the allowed sessions that counts as almost full. */
export const SESSIONS_LIMIT = 0.85;

interface Findings {
  states: ServerState[];
  databases: Database[];
  rightsOn: (server: Pick<Connection, 'platform'> | undefined) => Rights;
}

/** Issues of servers and databases, errors first. */
export function findIssues({ states, databases, rightsOn }: Findings, now = Date.now()): Issue[] {
  const serverOf = new Map(states.map(({ server }) => [server.id, server]));
  const issues = [
    ...states.flatMap((state) => serverIssues(state, rightsOn(state.server))),
    ...databases.flatMap((row) => databaseIssues(row, rightsOn(serverOf.get(row.connection_id)), now)),
  ];
  return issues.sort((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));
}

function serverIssues({ server, overview, problem, rules }: ServerState, rights: Rights): Issue[] {
  const { id, name } = server;
  const issues: Issue[] = [];
  const subject = { key: `server ${id}`, name, rights };
  function add(kind: string, severity: Issue['severity'], href: string, values = {}): void {
    // Warnings are for people who may resolve them, errors for everyone.
    if (severity === 'error' || rights.edit) issues.push(toIssue(subject, { kind, severity, href, values }));
  }
  if (problem && !overview)
    add('offline', 'error', pageHref('/connections', { panel: id }), { problem: withoutRequestId(problem) });
  const pending = overview?.pending_restart ?? 0;
  if (pending > 0)
    add('restart', 'warning', pageHref('/settings', { connection_id: id, show: 'restart' }), {
      count: pending,
      number: formatNumber(pending),
    });
  if (rules?.unapplied && rules.rules.length > 0)
    add('rules', 'warning', pageHref('/network-access', { connection_id: id }));
  if (overview && overview.sessions >= SESSIONS_LIMIT * overview.max_connections)
    add('sessions', 'error', pageHref('/settings', { connection_id: id, q: 'max_connections' }), {
      used: formatNumber(overview.sessions),
      max: formatNumber(overview.max_connections),
    });
  return issues;
}

function databaseIssues(
  { id, name, state, last_backup: backup, job, error }: Database,
  rights: Rights,
  now: number,
): Issue[] {
  const issue = (kind: string, severity: Issue['severity'], tab?: string, values = {}) => [
    toIssue({ key: `database ${id}`, name, rights }, { kind, severity, href: databaseHref(id, tab), values }),
  ];
  if (state === 'missing') return issue('missing', 'error', 'danger');
  if (state === 'failed') return issue('failed', 'error', undefined, { problem: error ?? '' });
  if (state !== 'ready' || job || !rights.edit) return [];
  if (!backup) return issue('neverBackedUp', 'warning', 'backups');
  const days = Math.floor((now - Date.parse(backup.created_at)) / DAY_MS);
  return days >= OLD_BACKUP_DAYS
    ? issue('oldBackup', 'warning', 'backups', { count: days, number: formatNumber(days) })
    : [];
}

interface Kind {
  /** Key below `issues` in the message catalogue. */
  kind: string;
  severity: Issue['severity'];
  href: string;
  values: object;
}

function toIssue({ key, name, rights }: Subject, { kind, severity, href, values }: Kind): Issue {
  return {
    key: `${key} ${kind}`,
    severity,
    sentence: t(`issues.${kind}`, { name, ...values }),
    ...(rights.edit ? { href, action: t(`issues.${kind}Action`) } : {}),
  };
}

/** The request id is useful in the answer to one action, but not to queries that repeat. */
function withoutRequestId(sentence: string): string {
  return sentence.replace(/ \(request [^)]*\)$/, '');
}
