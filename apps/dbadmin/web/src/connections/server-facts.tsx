import { Facts, FileSize, Loaded, RelativeTime, formatNumber, t } from '@cairn/ui';
import type { Connection } from '../client.ts';
import { addressOf } from './columns.tsx';
import { useOverview } from './use-connections.ts';

/** Address, version, sessions and size of a server. */
export function ServerFacts({ connection }: { connection: Connection }) {
  const overview = useOverview(connection.id);
  return (
    <Loaded query={overview} rows={3} errorTitle={t('server.offlineTitle')}>
      {(data) => (
        <Facts
          grid
          entries={[
            [t('server.address'), addressOf(connection)],
            [t('server.versionName'), `PostgreSQL ${data.version}`],
            [t('server.started'), <RelativeTime key="started" value={data.started_at} />],
            [
              t('server.size'),
              data.size_bytes === null ? '–' : <FileSize key="size" bytes={data.size_bytes} />,
            ],
            [t('server.databases'), formatNumber(data.databases)],
            [
              t('connections.sessions'),
              t('server.sessionsOf', {
                used: formatNumber(data.sessions),
                max: formatNumber(data.max_connections),
              }),
            ],
            [t('server.cacheHits'), formatRatio(data.cache_hit_ratio)],
            [t('server.hbaFile'), connection.hba_file_path],
          ]}
        />
      )}
    </Loaded>
  );
}

function formatRatio(ratio: number | null | undefined): string | null {
  if (ratio === null || ratio === undefined) return null;
  return t('common.percent', { percent: formatNumber(Math.round(ratio * 1000) / 10) });
}
