import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import type { Template } from '@cairn/report-engine/browser';
import { EmptyState, Page, t } from '@cairn/ui';
import { hrefOf, LIBRARY_ROUTE } from '../../library/addresses.ts';
import { useDatasources } from '../../explorer/queries.ts';
import { useColumns } from '../data/use-tables.ts';
import { PreviewPane } from '../preview/preview-pane.tsx';
import { ChooseColumns } from './choose-columns.tsx';
import { ChooseData } from './choose-data.tsx';
import { ChooseExtras } from './choose-extras.tsx';
import { columnsOf, datasourceOf, templateOf, useDraft } from './use-choices.ts';
import styles from './start.module.css';

interface Props {
  onMade: (template: Template, datasource: string | null) => void;
}

/** A new report in a few choices, with its pages beside them; all of it can be changed in the builder then. */
export function StartPage({ onMade }: Props) {
  const [params] = useSearchParams();
  const [datasource, schema, table] = ['datasource', 'schema', 'table'].map((name) => params.get(name));
  const { draft, change } = useDraft({
    ...(datasource != null && { datasource }),
    ...(schema != null && table != null && { table: { schema, table } }),
  });
  const datasources = useDatasources();
  const key = datasourceOf(draft, datasources.data);
  const read = useColumns(key, draft.kind === 'table' ? draft.table : null);
  const columns = columnsOf(draft, read.data);
  const template = templateOf(draft, columns);
  const hasRows = columns.length > 0;
  return (
    <Page
      title={t('newReport.title')}
      lead={t('newReport.lead')}
      width="full"
      crumbs={[{ label: t('library.title'), href: hrefOf(LIBRARY_ROUTE) }]}
      action={
        <Button
          rightSection={<IconArrowRight size={16} aria-hidden />}
          disabled={template === null}
          onClick={() => template && onMade(template, key)}
        >
          {t('newReport.open')}
        </Button>
      }
    >
      <div className={styles.layout}>
        <form
          className={styles.form}
          aria-label={t('newReport.title')}
          onSubmit={(event) => event.preventDefault()}
        >
          <ChooseData draft={draft} datasource={key} datasources={datasources} onChange={change} />
          {hasRows ? <ChooseColumns draft={draft} columns={columns} onChange={change} /> : null}
          {hasRows ? <ChooseExtras draft={draft} columns={columns} onChange={change} /> : null}
        </form>
        {template ? (
          <PreviewPane template={template} datasource={key} />
        ) : (
          <EmptyState boxed title={t('newReport.nothingYet')} text={t('newReport.nothingYetText')} />
        )}
      </div>
    </Page>
  );
}
