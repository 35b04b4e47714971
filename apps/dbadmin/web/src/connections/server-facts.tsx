import { ErrorState, FileSize, formatNumber, LoadingRows, RelativeTime, t } from '@cairn/ui';
import type { Connection } from '../client.ts';
import { Facts } from '../layout/facts.tsx';
import { addressOf } from './columns.tsx';
import { useOverview } from './use-overview.ts';

/** A server at a glance. */
export function ServerFacts({ connection }: { connection: Connection }) {
  const { data, error, refetch } = useOverview(connection.id);
  if (error) return <ErrorState error={error} title={t('server.silentTitle')} retry={() => void refetch()} />;
  if (!data) return <LoadingRows rows={3} />;
  const hits = data.cache_hit_ratio;
  return (
    <Facts
      entries={[
        [t('server.address'), addressOf(connection)],
        [t('server.versionName'), `PostgreSQL ${data.version}`],
        [t('server.running'), <RelativeTime key="up" value={data.started_at} />],
        [t('server.size'), data.size_bytes === null ? '–' : <FileSize key="size" bytes={data.size_bytes} />],
        [t('server.databases'), formatNumber(data.databases)],
        [
          t('connections.sessions'),
          t('server.sessionsOf', {
            used: formatNumber(data.sessions),
            most: formatNumber(data.max_connections),
          }),
        ],
        [
          t('server.cache'),
          hits === null || hits === undefined ? null : t('server.percent', { percent: percent(hits) }),
        ],
        [t('server.ruleFile'), connection.hba_file_path],
      ]}
    />
  );
}

function percent(ratio: number): string {
  return formatNumber(Math.round(ratio * 1000) / 10);
}
