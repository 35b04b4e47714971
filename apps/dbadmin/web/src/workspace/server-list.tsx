import { Progress, Skeleton } from '@mantine/core';
import { formatBytes, formatNumber, Panel, ServiceLink, t } from '@cairn/ui';
import { pageHref } from '../addresses.ts';
import { ServerState as ServerBadge } from '../connections/server-state.tsx';
import { SESSIONS_LIMIT } from './find-issues.ts';
import type { ServerState } from './use-server-states.ts';
import text from '../layout/text.module.css';
import styles from './workspace.module.css';

/** The servers with their state, sessions and size. */
export function ServerList({ states }: { states: ServerState[] }) {
  return (
    <Panel title={t('connections.title')} flush>
      <ul className={styles.list}>
        {states.map(({ server, overview, problem }) => (
          <li key={server.id} className={styles.server}>
            <span className={styles.between}>
              <ServiceLink href={pageHref('/connections', { panel: server.id })} className={styles.strong}>
                {server.name}
              </ServiceLink>
              <ServerBadge id={server.id} />
            </span>
            {overview ? (
              <>
                <Progress
                  size="sm"
                  value={(100 * overview.sessions) / overview.max_connections}
                  color={overview.sessions >= SESSIONS_LIMIT * overview.max_connections ? 'red' : 'pine'}
                  aria-label={t('workspace.sessionsOf', { name: server.name })}
                />
                <span className={styles.between}>
                  <span className={text.quiet}>
                    {t('workspace.sessions', {
                      used: formatNumber(overview.sessions),
                      max: formatNumber(overview.max_connections),
                    })}
                  </span>
                  <span className={text.quiet}>
                    {overview.size_bytes === null ? '' : formatBytes(overview.size_bytes)}
                  </span>
                </span>
              </>
            ) : problem ? null : (
              <Skeleton height={8} />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
