import { useMemo, useState } from 'react';
import { Alert, Button, Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatNumber, sentenceOf, t, useChange } from '@cairn/ui';
import { reportServer, type RowPolicy } from '../../client.ts';
import { FilterSentence } from '../../explorer/filter/filter-sentence.tsx';
import { fromTree, toTree, type Filter } from '../../explorer/filter/filter.ts';
import { tablesQuery, useMetadata } from '../../explorer/queries.ts';
import { FilterScope } from '../../explorer/state/filter-scope.tsx';
import { policiesKey, useGroups } from './use-policies.ts';
import styles from '../datasources.module.css';

interface PolicyFormProps {
  datasource: string;
  /** The policy to change; a new one when left out. */
  policy: RowPolicy | undefined;
  onClose: () => void;
}

const EVERYBODY = 'everybody';

/** Which rows of a table a group sees, with a preview before it is saved. */
export function PolicyForm({ datasource, policy, onClose }: PolicyFormProps) {
  const tables = useQuery(tablesQuery(datasource));
  const groups = useGroups();
  const [name, setName] = useState(policy ? nameOf(policy) : '');
  const [group, setGroup] = useState(policy?.group_id ? String(policy.group_id) : EVERYBODY);
  const [filter, setFilter] = useState<Filter>(() => fromTree(policy?.filter));
  const table = tables.data?.find((each) => nameOf(each) === name);
  const tree = toTree(filter);
  const input =
    table && tree
      ? {
          schema: table.schema,
          table: table.table,
          group_id: group === EVERYBODY ? null : Number(group),
          filter: tree,
        }
      : null;
  const save = useChange(
    (body: NonNullable<typeof input>) =>
      policy
        ? reportServer.PUT('/api/v1/datasources/{key}/row-policies/{id}', {
            params: { path: { key: datasource, id: policy.id } },
            body: { ...body, revision: policy.revision },
          })
        : reportServer.POST('/api/v1/datasources/{key}/row-policies', {
            params: { path: { key: datasource } },
            body,
          }),
    { refresh: [[...policiesKey(datasource)]], done: t('policies.saved'), quiet: true, onDone: onClose },
  );
  return (
    <div className={styles.policyForm}>
      <Select
        label={t('policies.table')}
        data={(tables.data ?? []).map(nameOf)}
        value={name || null}
        allowDeselect={false}
        searchable
        disabled={policy !== undefined}
        onChange={(next) => {
          setName(next ?? '');
          setFilter([]);
        }}
      />
      <Select
        label={t('policies.group')}
        data={[
          { value: EVERYBODY, label: t('policies.everybody') },
          ...(groups.data ?? []).map(({ id, name: label }) => ({ value: String(id), label })),
        ]}
        value={group}
        allowDeselect={false}
        onChange={(next) => setGroup(next ?? EVERYBODY)}
      />
      {table ? (
        <Conditions
          datasource={datasource}
          schema={table.schema}
          table={table.table}
          filter={filter}
          onFilter={setFilter}
        />
      ) : null}
      {input ? <Preview datasource={datasource} input={input} /> : null}
      {save.error ? (
        <Alert color="red" role="alert">
          {sentenceOf(save.error)}
        </Alert>
      ) : null}
      <Group gap={8} justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('policies.cancel')}
        </Button>
        <Button disabled={!input} loading={save.isPending} onClick={() => input && save.mutate(input)}>
          {t('policies.save')}
        </Button>
      </Group>
    </div>
  );
}

interface ConditionsProps {
  datasource: string;
  schema: string;
  table: string;
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

function Conditions({ datasource, schema, table, filter, onFilter }: ConditionsProps) {
  const metadata = useMetadata({ datasource, schema, table });
  const source = useMemo(
    () => (metadata.data ? { datasource, schema, table, metadata: metadata.data } : null),
    [datasource, schema, table, metadata.data],
  );
  if (!source) return null;
  return (
    <FilterScope source={source} filter={filter} onFilter={onFilter}>
      <FilterSentence />
    </FilterScope>
  );
}

interface PreviewProps {
  datasource: string;
  input: { schema: string; table: string; group_id: number | null; filter: Record<string, unknown> };
}

/** How many rows the group would see, asked before it is saved. */
function Preview({ datasource, input }: PreviewProps) {
  const preview = useChange(
    (body: PreviewProps['input']) =>
      reportServer.POST('/api/v1/datasources/{key}/row-policies/preview', {
        params: { path: { key: datasource } },
        body,
      }),
    { quiet: true },
  );
  const isCurrent = JSON.stringify(preview.variables) === JSON.stringify(input);
  const names = preview.data?.columns.slice(0, 4).map(({ name }) => name) ?? [];
  return (
    <>
      <div>
        <Button variant="default" loading={preview.isPending} onClick={() => preview.mutate(input)}>
          {t('policies.preview')}
        </Button>
      </div>
      {preview.error ? (
        <Alert color="red" role="alert">
          {sentenceOf(preview.error)}
        </Alert>
      ) : null}
      {preview.data && isCurrent ? (
        <div role="status">
          <p>
            {t('policies.visible', {
              count: preview.data.total,
              visible: formatNumber(preview.data.visible),
              total: formatNumber(preview.data.total),
            })}
          </p>
          <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('policies.firstRows')}>
            <table className={styles.rows}>
              <thead>
                <tr>
                  {names.map((each) => (
                    <th key={each} scope="col">
                      {each}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {preview.data.rows.slice(0, 5).map((row, at) => (
                  <tr key={at}>
                    {names.map((each) => (
                      <td key={each}>{String(row[each] ?? '–')}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      ) : null}
    </>
  );
}

function nameOf({ schema, table }: { schema: string; table: string }): string {
  return `${schema}.${table}`;
}
