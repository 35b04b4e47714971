import { formatNumber, t, type Rights } from '@cairn/ui';
import { databaseRoute, pageHref, type Connection, type Database } from '../client.ts';
import type { ServerState } from './use-server-states.ts';

export interface Need {
  key: string;
  /** `high`: something does not work; `low`: something should be done. */
  weight: 'high' | 'low';
  sentence: string;
  /** Where it is done; left out for people who may not do it. */
  href?: string;
  action?: string;
}

/** What a person may do on a server. */
export type RightsOn = (server: Pick<Connection, 'platform'> | undefined) => Rights;

const OLD_BACKUP_DAYS = 7;
const DAY_MS = 86_400_000;

/** Issues of servers and databases, the worst first. */
export function needsOf(
  { states, databases, rightsOn }: { states: ServerState[]; databases: Database[]; rightsOn: RightsOn },
  now = Date.now(),
): Need[] {
  const serverOf = new Map(states.map(({ server }) => [server.id, server]));
  const needs = [
    ...states.flatMap((state) => needsOfServer(state, rightsOn(state.server))),
    ...databases.flatMap((row) => needsOfDatabase(row, rightsOn(serverOf.get(row.connection_id)), now)),
  ];
  return needs.sort((a, b) => Number(a.weight === 'low') - Number(b.weight === 'low'));
}

function needsOfServer({ server, overview, problem, rules }: ServerState, rights: Rights): Need[] {
  const { id, name } = server;
  const needs: Need[] = [];
  function add(kind: string, weight: Need['weight'], href: string, values = {}): void {
    // To-dos are shown to people with the right to do them; failures to everybody.
    if (weight === 'low' && !rights.edit) return;
    needs.push({
      key: `server ${id} ${kind}`,
      weight,
      sentence: t(`needs.${kind}`, { name, ...values }),
      ...(rights.edit ? { href, action: t(`needs.${kind}Action`) } : {}),
    });
  }
  if (problem && !overview)
    add('silent', 'high', pageHref('/connections', { panel: id }), { problem: withoutId(problem) });
  const waiting = overview?.pending_restart ?? 0;
  if (waiting > 0)
    add('restart', 'low', pageHref('/settings', { connection_id: id, show: 'restart' }), {
      count: waiting,
      number: formatNumber(waiting),
    });
  if (rules?.unapplied && rules.rules.length > 0)
    add('rules', 'low', pageHref('/network-access', { connection_id: id }));
  if (overview && overview.sessions >= 0.85 * overview.max_connections)
    add('sessions', 'high', pageHref('/settings', { connection_id: id, q: 'max_connections' }), {
      used: formatNumber(overview.sessions),
      most: formatNumber(overview.max_connections),
    });
  return needs;
}

function needsOfDatabase(
  { id, name, state, last_backup: backup, job, error }: Database,
  rights: Rights,
  now: number,
): Need[] {
  const need = (kind: string, weight: Need['weight'], tab: string, values = {}): Need[] => [
    {
      key: `database ${id} ${kind}`,
      weight,
      sentence: t(`needs.${kind}`, { name, ...values }),
      ...(rights.edit
        ? { href: pageHref(databaseRoute(id)) + (tab ? `?tab=${tab}` : ''), action: t(`needs.${kind}Action`) }
        : {}),
    },
  ];
  if (state === 'missing') return need('missing', 'high', 'danger');
  if (state === 'failed') return need('failed', 'high', '', { problem: error ?? '' });
  if (state !== 'ready' || job || !rights.edit) return [];
  if (!backup) return need('neverBackedUp', 'low', 'backups');
  const days = Math.floor((now - Date.parse(backup.created_at)) / DAY_MS);
  return days >= OLD_BACKUP_DAYS
    ? need('oldBackup', 'low', 'backups', { count: days, number: formatNumber(days) })
    : [];
}

/** The request id stands in the sentence for who asks once; a page asks again and again. */
function withoutId(sentence: string): string {
  return sentence.replace(/ \(request [^)]*\)$/, '');
}
