import { Link } from 'react-router';
import { Loaded, Panel, t, Thumbnail, useMe } from '@cairn/ui';
import { runnerRoute, thumbnailHref } from '../addresses.ts';
import { useDefinitions } from '../catalog/use-definitions.ts';
import type { Execution } from '../client.ts';
import { useLastRuns } from '../runs/use-last-runs.ts';
import styles from './workspace.module.css';

const COUNT = 4;
/** Of all people, in which the person's own are looked for. */
const RUNS = 200;

/** The reports that the person ran last, each once, to run them again. */
export function LastUsed() {
  // Without those of schedules, which would leave no place for the others.
  const runs = useLastRuns({ trigger: 'viewer', limit: RUNS });
  return (
    <Panel title={t('workspace.recent')}>
      <Loaded query={runs}>{({ executions }) => <UsedReports runs={executions} />}</Loaded>
    </Panel>
  );
}

function UsedReports({ runs }: { runs: Execution[] }) {
  const reports = useDefinitions().data?.definitions;
  const username = useMe().data?.user?.username;
  const keys = [...new Set(runs.filter((run) => run.requested_by === username).map(({ report }) => report))];
  const used = keys.flatMap((key) => reports?.find((report) => report.key === key) ?? []).slice(0, COUNT);
  if (used.length === 0) return t('workspace.noRecent');
  return (
    <ul className={styles.used}>
      {used.map(({ key, title, has_thumbnail, thumbnail_version }) => (
        <li key={key}>
          <Thumbnail
            kind="report"
            seed={title}
            src={has_thumbnail ? thumbnailHref(key, thumbnail_version) : null}
          />
          <Link to={runnerRoute(key)}>{title}</Link>
        </li>
      ))}
    </ul>
  );
}
