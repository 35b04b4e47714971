import { useState, type FormEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Group, Input, Stack, TextInput } from '@mantine/core';
import {
  FormActions,
  LoadingRows,
  notifyDone,
  sentenceOf,
  SidePanel,
  t,
  useApi,
  useChange,
  useUnsavedGuard,
} from '@cairn/ui';
import { kindsOfType } from '@cairn/ui/map';
import { vault, type EditColumn, type Version } from '../../client.ts';
import { datasetKey } from '../../query-keys.ts';
import { useShownLayer } from '../use-shown-layer.ts';
import type { DatasetTabProps } from '../types.ts';
import { useAddress } from '../use-address.ts';
import { refreshRows } from './edit-cache.ts';
import { draftOf, readDraft, type Draft } from './new-row.ts';
import { ValueField } from './value-field.tsx';

interface InsertRowProps extends DatasetTabProps {
  onClose: () => void;
}

/** A new row in a panel of its own; a point may be given its place. */
export function InsertRowPanel({ onClose, ...props }: InsertRowProps) {
  const { name, facts } = useShownLayer(props);
  const schema = useSchema(props.version, name);
  const { points, lines, areas } = kindsOfType(facts?.geometry_type ?? '');
  return (
    <SidePanel opened title={t('editing.addRow')} onClose={onClose} size={420}>
      {schema.data ? (
        <InsertForm
          version={props.version}
          layer={name}
          columns={schema.data.columns.filter(
            ({ editable, insertable, type }) => (editable || insertable) && type !== 'geometry',
          )}
          placed={points && !lines && !areas}
          onClose={onClose}
        />
      ) : schema.error ? (
        <p role="alert">{sentenceOf(schema.error)}</p>
      ) : (
        <LoadingRows rows={5} height={48} />
      )}
    </SidePanel>
  );
}

function useSchema(version: Version, layer: string) {
  const path = { name: version.dataset, version: version.version };
  return useApi([...datasetKey(version.dataset), 'schema', version.id, layer], (signal) =>
    vault.GET('/datasets/{name}/versions/{version}/edit/schema', {
      params: { path, query: layer ? { layer } : {} },
      signal,
    }),
  );
}

interface InsertFormProps {
  version: Version;
  layer: string;
  columns: EditColumn[];
  /** Whether a place can be typed: points alone have one pair of coordinates. */
  placed: boolean;
  onClose: () => void;
}

function InsertForm({ version, layer, columns, placed, onClose }: InsertFormProps) {
  const queries = useQueryClient();
  const change = useAddress();
  const [draft, setDraft] = useState<Draft>(() => draftOf(columns));
  const [problems, setProblems] = useState<Record<string, string | undefined>>({});
  const [saved, setSaved] = useState(false);
  const guard = useUnsavedGuard(!saved && JSON.stringify(draft) !== JSON.stringify(draftOf(columns)));
  const insert = useChange(
    (body: ReturnType<typeof readDraft>['body']) =>
      vault.POST('/datasets/{name}/versions/{version}/edit/insert', {
        params: {
          path: { name: version.dataset, version: version.version },
          query: layer ? { layer } : {},
        },
        body,
      }),
    {
      quiet: true,
      onDone: (done) => {
        setSaved(true);
        refreshRows(queries, version.dataset);
        notifyDone(t('editing.rowAdded'));
        // The guard sees the saved form at the next rendering; closing before would ask.
        setTimeout(() => change({ panel: '', feature: String(done.pk_value ?? '') }));
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readDraft(draft, columns);
    setProblems(read.problems);
    if (Object.keys(read.problems).length === 0) insert.mutate(read.body);
  };
  const put = (name: string) => (text: string) => {
    setDraft((before) => ({ ...before, values: { ...before.values, [name]: text } }));
    setProblems((before) => ({ ...before, [name]: undefined }));
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {columns.map((column, at) => (
          <Input.Wrapper
            key={column.name}
            label={column.name}
            labelElement="div"
            required={!column.nullable && !column.has_default}
            error={problems[column.name]}
          >
            <ValueField
              column={column}
              text={draft.values[column.name] ?? ''}
              label={column.name}
              invalid={problems[column.name] !== undefined}
              isFirst={at === 0}
              onChange={put(column.name)}
            />
          </Input.Wrapper>
        ))}
        {placed ? (
          <Group grow align="flex-start">
            {(['longitude', 'latitude'] as const).map((name) => (
              <TextInput
                key={name}
                size="xs"
                inputMode="decimal"
                label={t(`editing.${name}`)}
                value={draft[name]}
                error={problems[`:${name}`]}
                onChange={(event) => {
                  const { value } = event.currentTarget;
                  setDraft((before) => ({ ...before, [name]: value }));
                }}
              />
            ))}
          </Group>
        ) : (
          <p style={{ color: 'var(--cairn-muted)', margin: 0 }}>{t('editing.noPlace')}</p>
        )}
        <FormActions
          save={t('editing.addRow')}
          saving={insert.isPending}
          problem={insert.error ? sentenceOf(insert.error) : null}
          onCancel={onClose}
        />
      </Stack>
      {guard}
    </form>
  );
}
