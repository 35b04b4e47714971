import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { Loaded, Panel, t } from '@cairn/ui';
import { historyRoute } from '../addresses.ts';
import { RunList } from '../runs/run-list.tsx';
import { useLastRuns } from '../runs/use-last-runs.ts';

const COUNT = 5;

/** The last runs of a report that the person may see, with their documents. */
export function LastRuns({ report }: { report: string }) {
  const runs = useLastRuns({ report, limit: COUNT });
  return (
    <Panel
      title={t('view.runs')}
      action={
        <Anchor component={Link} to={historyRoute(report)} size="sm">
          {t('view.allRuns')}
        </Anchor>
      }
    >
      <Loaded query={runs} rows={3}>
        {({ executions }) => (executions.length === 0 ? t('view.noRuns') : <RunList runs={executions} />)}
      </Loaded>
    </Panel>
  );
}
