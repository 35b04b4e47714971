import { Loaded, Page, Panel, t, Thumbnail, useMe } from '@cairn/ui';
import { CATALOG_ROUTE, hrefOf, thumbnailHref } from '../addresses.ts';
import type { ReportDefinition } from '../client.ts';
import { ChosenReport } from './chosen-report.tsx';
import { FindingList } from './finding-list.tsx';
import { FormatLinks } from './format-links.tsx';
import { LastRuns } from './last-runs.tsx';
import { ReportParameters } from './report-parameters.tsx';
import { ProblemNote } from './problem-note.tsx';
import { readFinding } from './read-finding.ts';
import { ReportActions } from './report-actions.tsx';
import { ReportFacts } from './report-facts.tsx';
import { useDefinition } from './use-definition.ts';
import styles from './view.module.css';

/** One report: what it is, what it asks for, where it comes from. */
export function ViewPage() {
  return <ChosenReport>{(key) => <ReportLoader report={key} />}</ChosenReport>;
}

function ReportLoader({ report }: { report: string }) {
  const definition = useDefinition(report);
  return <Loaded query={definition}>{(data) => <ReportView report={data} />}</Loaded>;
}

function ReportView({ report }: { report: ReportDefinition }) {
  const { key, title, description, has_thumbnail, thumbnail_version, permission, problems } = report;
  const findings = report.findings.map(readFinding);
  const isSignedIn = useMe().data?.authenticated === true;
  const isBroken = problems.length > 0;
  return (
    <Page
      title={title}
      lead={description}
      crumbs={[{ label: t('report.reports'), href: hrefOf(CATALOG_ROUTE) }]}
      action={<ReportActions report={report} />}
    >
      <ProblemNote report={report} />
      <div className={styles.layout}>
        <div className={styles.column}>
          <div className={styles.picture}>
            <Thumbnail
              kind="report"
              seed={title}
              src={has_thumbnail ? thumbnailHref(key, thumbnail_version) : null}
            />
          </div>
          <Panel title={t('view.about')}>
            <ReportFacts report={report} />
          </Panel>
        </div>
        <div className={styles.column}>
          {isBroken ? null : <ReportParameters report={key} />}
          {isBroken ? null : <FormatLinks report={report} />}
          {permission === 'view' ? null : (
            <Panel title={t('view.findings')}>
              {findings.length > 0 ? <FindingList findings={findings} /> : t('view.noFindings')}
            </Panel>
          )}
          {isSignedIn ? <LastRuns report={key} /> : null}
        </div>
      </div>
    </Page>
  );
}
