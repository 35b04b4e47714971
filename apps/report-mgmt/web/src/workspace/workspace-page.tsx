import { Anchor, Button } from '@mantine/core';
import { IconReportAnalytics } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Loaded, Page, Panel, t, useMe, useRights } from '@cairn/ui';
import { CATALOG_ROUTE, CONTEXT_ROUTE, DATASOURCES_ROUTE, PUBLISH_ROUTE, SYNC_ROUTE } from '../addresses.ts';
import { RunList } from '../runs/run-list.tsx';
import { useLastRuns } from '../runs/use-last-runs.ts';
import { LastUsed } from './last-used.tsx';
import { UpcomingRuns } from './upcoming-runs.tsx';
import styles from './workspace.module.css';

const RUNS = 8;

/** Where people who work with reports begin: what they used last, what ran, what runs next. */
export function WorkspacePage() {
  const runs = useLastRuns({ limit: RUNS });
  const isAdmin = useMe().data?.admin === true;
  return (
    <Page
      title={t('workspace.title')}
      lead={t(isAdmin ? 'workspace.lead' : 'workspace.leadForReaders')}
      width={1280}
      action={
        <Button
          component={Link}
          to={CATALOG_ROUTE}
          leftSection={<IconReportAnalytics size={16} aria-hidden />}
        >
          {t('workspace.catalog')}
        </Button>
      }
    >
      <div className={styles.layout}>
        <div className={styles.column}>
          <LastUsed />
          <RecentRuns runs={runs} />
        </div>
        <div className={styles.column}>
          {isAdmin ? <UpcomingRuns /> : null}
          <Tools isAdmin={isAdmin} />
        </div>
      </div>
    </Page>
  );
}

function RecentRuns({ runs }: { runs: ReturnType<typeof useLastRuns> }) {
  return (
    <Panel
      title={t('workspace.runs')}
      action={
        <Anchor component={Link} to="/history.php" size="sm">
          {t('workspace.history')}
        </Anchor>
      }
    >
      <Loaded query={runs}>
        {({ executions }) =>
          executions.length === 0 ? t('workspace.noRuns') : <RunList named runs={executions} />
        }
      </Loaded>
    </Panel>
  );
}

/** The pages that are not in the sidebar. */
function Tools({ isAdmin }: { isAdmin: boolean }) {
  const mayPublish = useRights('report-mgmt').edit;
  const links: [string, string, boolean][] = [
    [t('workspace.publish'), PUBLISH_ROUTE, mayPublish],
    [t('workspace.context'), CONTEXT_ROUTE, mayPublish],
    [t('workspace.datasources'), DATASOURCES_ROUTE, true],
    [t('workspace.recipients'), '/recipients.php', isAdmin],
    [t('workspace.emailTemplates'), '/email_templates.php', isAdmin],
    [t('workspace.sync'), SYNC_ROUTE, isAdmin],
  ];
  return (
    <Panel title={t('workspace.tools')}>
      <ul className={styles.links}>
        {links
          .filter(([, , isOpen]) => isOpen)
          .map(([label, route]) => (
            <li key={route}>
              <Anchor component={Link} to={route}>
                {label}
              </Anchor>
            </li>
          ))}
      </ul>
    </Panel>
  );
}
