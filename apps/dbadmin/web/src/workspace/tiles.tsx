import { Skeleton } from '@mantine/core';
import { formatBytes, formatNumber, ServiceLink, t } from '@cairn/ui';
import { pageHref } from '../addresses.ts';
import type { Database } from '../client.ts';
import type { ServerState } from './use-server-states.ts';
import text from '../layout/text.module.css';
import styles from './workspace.module.css';

interface TilesProps {
  states: ServerState[];
  databases: Database[] | undefined;
}

/** The totals of all servers and databases. */
export function Tiles({ states, databases }: TilesProps) {
  const online = states.filter(({ overview }) => overview);
  const isComplete = states.every(({ overview, problem }) => overview ?? problem);
  const sum = (value: (state: ServerState) => number) =>
    formatNumber(online.reduce((total, state) => total + value(state), 0));
  const size = (databases ?? []).reduce((total, row) => total + (row.size_bytes ?? 0), 0);
  const spatial = (databases ?? []).filter((row) => row.spatialdb?.installed).length;
  const tiles = [
    {
      name: 'servers',
      href: pageHref('/connections'),
      value: isComplete
        ? t('workspace.online', { up: formatNumber(online.length), all: formatNumber(states.length) })
        : null,
    },
    { name: 'databases', href: pageHref('/databases'), value: databases && formatNumber(databases.length) },
    { name: 'spatial', href: pageHref('/databases'), value: databases && formatNumber(spatial) },
    { name: 'size', href: pageHref('/databases', { sort: '-size' }), value: databases && formatBytes(size) },
    {
      name: 'sessions',
      href: pageHref('/connections'),
      value: isComplete ? sum(({ overview }) => overview?.sessions ?? 0) : null,
    },
  ];
  return (
    <ul className={styles.tiles}>
      {tiles.map(({ name, href, value }) => (
        <li key={name}>
          <ServiceLink href={href} className={styles.tile}>
            <span className={text.quiet}>{t(`workspace.tiles.${name}`)}</span>
            {value ? (
              <strong className="numeric">{value}</strong>
            ) : (
              <Skeleton height={24} width={64} mt={4} />
            )}
          </ServiceLink>
        </li>
      ))}
    </ul>
  );
}
