import { useParams } from 'react-router';
import { EmptyState, Loaded, Page, t } from '@cairn/ui';
import { hrefOf, LIBRARY_ROUTE } from '../library/addresses.ts';
import { useReport } from '../library/use-reports.ts';
import { BuilderView } from './builder-view.tsx';

/** A report in the builder. */
export function BuilderPage() {
  const { key = '' } = useParams();
  const report = useReport(key);
  return (
    <Loaded query={report}>
      {(data) =>
        data.template ? (
          <BuilderView
            key={data.key}
            report={data}
            start={{
              template: data.template,
              datasource: data.datasource,
              findings: data.findings,
              finding: null,
            }}
          />
        ) : (
          <Page title={data.title} crumbs={[{ label: t('library.title'), href: hrefOf(LIBRARY_ROUTE) }]}>
            <EmptyState boxed title={t('builder.notYours')} text={t('builder.notYoursText')} />
          </Page>
        )
      }
    </Loaded>
  );
}
