import { lazy, Suspense, useState } from 'react';
import { Button, Group, Loader } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Loaded, notifyUndo, t, useChange } from '@cairn/ui';
import { reportServer, type RowPolicy } from '../../client.ts';
import { fromTree } from '../../explorer/filter/filter.ts';
import { partSentence } from '../../explorer/filter/sentence.ts';
import { policiesKey, usePolicies } from './use-policies.ts';
import styles from '../datasources.module.css';

const PolicyForm = lazy(async () => ({ default: (await import('./policy-form.tsx')).PolicyForm }));

/** Which rows of which tables people see: the policies of a datasource, to be added, changed and deleted. */
export function PoliciesSection({ datasource }: { datasource: string }) {
  const policies = usePolicies(datasource);
  const [edited, setEdited] = useState<RowPolicy | 'new' | null>(null);
  const refresh = [[...policiesKey(datasource)]];
  const restore = useChange(
    ({ schema, table, group_id, filter }: RowPolicy) =>
      reportServer.POST('/api/v1/datasources/{key}/row-policies', {
        params: { path: { key: datasource } },
        body: { schema, table, group_id, filter },
      }),
    { refresh },
  );
  const remove = useChange(
    ({ id }: RowPolicy) =>
      reportServer.DELETE('/api/v1/datasources/{key}/row-policies/{id}', {
        params: { path: { key: datasource, id } },
      }),
    {
      refresh,
      onDone: (_, policy) => notifyUndo(t('policies.deleted'), () => restore.mutate(policy)),
    },
  );
  return (
    <section className={styles.block}>
      <h3>{t('policies.title')}</h3>
      <p>{t('policies.text')}</p>
      <Loaded query={policies} rows={2}>
        {({ policies: list }) =>
          list.length === 0 ? (
            <p className={styles.quiet}>{t('policies.none')}</p>
          ) : (
            <ul className={styles.policies}>
              {list.map((policy) => (
                <li key={policy.id}>
                  <span>{policySentence(policy)}</span>
                  <Group gap={6}>
                    <Button size="compact-xs" variant="default" onClick={() => setEdited(policy)}>
                      {t('policies.change')}
                    </Button>
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      color="red"
                      loading={remove.isPending && remove.variables?.id === policy.id}
                      onClick={() => remove.mutate(policy)}
                    >
                      {t('policies.delete')}
                    </Button>
                  </Group>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {edited ? (
        <Suspense fallback={<Loader size="sm" />}>
          <PolicyForm
            key={edited === 'new' ? 'new' : edited.id}
            datasource={datasource}
            policy={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      ) : (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setEdited('new')}
          >
            {t('policies.add')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** "Editors see rows of public.places where country is Germany." */
function policySentence({ schema, table, group, filter }: RowPolicy): string {
  const condition = fromTree(filter)
    .map((part) => partSentence(part, []))
    .join(` ${t('filter.and')} `);
  return t(group === null ? 'policies.everybodySees' : 'policies.groupSees', {
    group,
    table: `${schema}.${table}`,
    condition,
  });
}
