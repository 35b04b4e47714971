import { Button, CloseButton, Group, Loader, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { Dataset } from '@cairn/report-engine/browser';
import { t } from '@cairn/ui';
import { useBuilder } from '../builder-context.tsx';
import { useFields } from '../data/use-fields.ts';
import { useTables } from '../data/use-tables.ts';
import { columnsOfSelect } from '../model/fields.ts';
import { EntryHead } from './entry-head.tsx';
import { StatementField } from './expression-field.tsx';
import { ChoiceField } from './inputs.tsx';
import { NameField } from './name-field.tsx';
import { Beside, Section } from './section.tsx';
import { useEntry } from './use-entry.ts';
import { VALUE_TYPES } from './variable-properties.tsx';

/** A dataset: the rows of a table, or of a statement. */
export function DatasetProperties({ index }: { index: number }) {
  const { template, datasource } = useBuilder();
  const { entry, change } = useEntry('datasets', index);
  const tables = useTables(datasource);
  const names = (tables.data ?? []).map(({ schema, table }) => ({
    value: JSON.stringify([schema, table]),
    label: schema === 'public' ? table : `${schema}.${table}`,
  }));
  return (
    <>
      <EntryHead list="datasets" index={index} />
      <Section title={t('properties.rows')}>
        <NameField
          value={entry.name}
          word={false}
          taken={template.datasets.map(({ name }) => name)}
          onChange={(name) => change({ name })}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('properties.rowsFrom')}
          value={entry.sql === undefined ? 'table' : 'sql'}
          data={[
            { value: 'table', label: t('newReport.table') },
            { value: 'sql', label: t('newReport.sql') },
          ]}
          onChange={(kind) =>
            change(
              kind === 'sql'
                ? { sql: 'SELECT ', table: undefined, order: undefined, fields: undefined }
                : { sql: undefined, table: { schema: '', table: '' }, fields: undefined },
            )
          }
        />
        {entry.sql === undefined ? (
          <Select
            label={t('newReport.table')}
            size="xs"
            searchable
            data={names}
            rightSection={tables.isLoading ? <Loader size={14} /> : undefined}
            value={entry.table ? JSON.stringify([entry.table.schema, entry.table.table]) : null}
            onChange={(value) => {
              const [schema, table] = JSON.parse(value ?? '["",""]') as [string, string];
              change({ table: { schema, table }, fields: undefined, order: undefined });
            }}
          />
        ) : (
          <StatementField
            label={t('properties.statement')}
            description={t('properties.statementHint')}
            value={entry.sql}
            onChange={(sql) => change({ sql })}
          />
        )}
      </Section>
      <OrderFields entry={entry} onChange={(order) => change({ order })} />
      <FieldFields entry={entry} onChange={(fields) => change({ fields })} />
    </>
  );
}

type Order = NonNullable<Dataset['order']>;

/** Sorting of a table; a statement has its own. */
function OrderFields({ entry, onChange }: { entry: Dataset; onChange: (order: Order | undefined) => void }) {
  const fields = useFields(entry);
  if (entry.sql !== undefined) return null;
  const order = entry.order ?? [];
  const set = (next: Order) => onChange(next.length > 0 ? next : undefined);
  return (
    <Section title={t('properties.order')} closed={order.length === 0}>
      {order.map(({ column, dir }, i) => (
        // A column may stand in two places while it is being chosen.
        // oxlint-disable-next-line react/no-array-index-key
        <Group key={i} gap={4} wrap="nowrap" align="flex-end">
          <Beside>
            <ChoiceField
              label={t('properties.orderColumn')}
              value={column}
              choices={fields.map(({ name }) => ({ value: name, label: name }))}
              onChange={(name) =>
                name && set(order.map((each, at) => (at === i ? { ...each, column: name } : each)))
              }
            />
            <ChoiceField
              label={t('properties.orderDirection')}
              value={dir}
              choices={(['asc', 'desc'] as const).map((value) => ({
                value,
                label: t(`properties.orders.${value}`),
              }))}
              onChange={(next) =>
                next && set(order.map((each, at) => (at === i ? { ...each, dir: next } : each)))
              }
            />
          </Beside>
          <CloseButton
            size="sm"
            aria-label={t('properties.removeOrder', { column })}
            onClick={() => set(order.filter((_, at) => at !== i))}
          />
        </Group>
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={fields.length === 0}
        onClick={() => set([...order, { column: fields[0]?.name ?? '', dir: 'asc' }])}
      >
        {t('properties.addOrder')}
      </Button>
    </Section>
  );
}

type Fields = NonNullable<Dataset['fields']>;

/** What the report expects of the rows. */
function FieldFields({
  entry,
  onChange,
}: {
  entry: Dataset;
  onChange: (fields: Fields | undefined) => void;
}) {
  const fields = entry.fields ?? [];
  const set = (next: Fields) => onChange(next.length > 0 ? next : undefined);
  const readNames = () => {
    const known = new Map(fields.map((field) => [field.name, field]));
    const names = [...new Set(columnsOfSelect(entry.sql ?? ''))];
    set(names.map((name) => known.get(name) ?? { name, type: 'text' }));
  };
  return (
    <Section title={t('properties.fields')} closed={entry.table !== undefined}>
      {fields.map(({ name, type }, i) => (
        // A name may be empty while it is being typed.
        // oxlint-disable-next-line react/no-array-index-key
        <Group key={i} gap={4} wrap="nowrap" align="flex-end">
          <Beside>
            <TextInput
              label={t('properties.name')}
              size="xs"
              value={name}
              onChange={(event) => {
                const text = event.currentTarget.value;
                set(fields.map((field, at) => (at === i ? { ...field, name: text } : field)));
              }}
            />
            <ChoiceField
              label={t('properties.type')}
              value={type}
              choices={VALUE_TYPES.map((value) => ({ value, label: t(`properties.types.${value}`) }))}
              onChange={(next) =>
                next && set(fields.map((field, at) => (at === i ? { ...field, type: next } : field)))
              }
            />
          </Beside>
          <CloseButton
            size="sm"
            aria-label={t('properties.removeField', { name })}
            onClick={() => set(fields.filter((_, at) => at !== i))}
          />
        </Group>
      ))}
      <Group gap={6}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => set([...fields, { name: '', type: 'text' }])}
        >
          {t('properties.addField')}
        </Button>
        {entry.sql === undefined ? null : (
          <Button variant="default" size="xs" onClick={readNames}>
            {t('properties.readFields')}
          </Button>
        )}
      </Group>
    </Section>
  );
}
