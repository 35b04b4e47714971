import { Alert, Loader, SegmentedControl, Select, Textarea } from '@mantine/core';
import { sentenceOf, t } from '@cairn/ui';
import type { useDatasources } from '../../explorer/queries.ts';
import { useTables } from '../data/use-tables.ts';
import type { Draft } from './use-choices.ts';
import styles from './start.module.css';

interface Props {
  draft: Draft;
  /** Key of the datasource in use. */
  datasource: string | null;
  datasources: ReturnType<typeof useDatasources>;
  onChange: (change: Partial<Draft>) => void;
}

/** Where the rows come from: a table, or a statement. */
export function ChooseData({ draft, datasource, datasources, onChange }: Props) {
  const tables = useTables(datasource);
  const error = datasources.error ?? tables.error;
  return (
    <fieldset className={styles.step}>
      <legend>{t('newReport.data')}</legend>
      <Select
        label={t('newReport.datasource')}
        data={(datasources.data ?? []).map(({ key, title }) => ({ value: key, label: title }))}
        value={datasource}
        placeholder={t('newReport.chooseDatasource')}
        searchable
        allowDeselect={false}
        rightSection={datasources.isLoading ? <Loader size={14} /> : undefined}
        onChange={(key) => onChange({ datasource: key, table: null })}
      />
      <SegmentedControl
        size="xs"
        aria-label={t('newReport.rowsFrom')}
        value={draft.kind}
        data={[
          { value: 'table', label: t('newReport.table') },
          { value: 'sql', label: t('newReport.sql') },
        ]}
        onChange={(kind) => onChange({ kind: kind === 'sql' ? 'sql' : 'table' })}
      />
      {draft.kind === 'table' ? (
        <Select
          label={t('newReport.table')}
          data={(tables.data ?? []).map(({ schema, table }) => ({
            value: JSON.stringify([schema, table]),
            label: schema === 'public' ? table : `${schema}.${table}`,
          }))}
          value={draft.table ? JSON.stringify([draft.table.schema, draft.table.table]) : null}
          placeholder={t('newReport.chooseTable')}
          searchable
          allowDeselect={false}
          disabled={datasource === null}
          nothingFoundMessage={t('newReport.noTable')}
          rightSection={tables.isLoading ? <Loader size={14} /> : undefined}
          onChange={(value) => {
            if (value === null) return;
            const [schema, table] = JSON.parse(value) as [string, string];
            onChange({ table: { schema, table } });
          }}
        />
      ) : (
        <Textarea
          label={t('newReport.statement')}
          description={t('newReport.statementHint')}
          placeholder={t('newReport.statementExample')}
          autosize
          minRows={4}
          maxRows={14}
          spellCheck={false}
          classNames={{ input: styles.code ?? '' }}
          value={draft.sql}
          onChange={(event) => onChange({ sql: event.currentTarget.value })}
        />
      )}
      {error ? <Alert color="red">{sentenceOf(error)}</Alert> : null}
      {datasources.data?.length === 0 ? <Alert color="yellow">{t('newReport.noDatasource')}</Alert> : null}
    </fieldset>
  );
}
