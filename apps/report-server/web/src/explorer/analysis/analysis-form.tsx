import { useMemo, useState, type FormEvent } from 'react';
import { NativeSelect } from '@mantine/core';
import { t } from '@cairn/ui';
import { nameAttribute } from '@cairn/ui/map';
import type { AnalysisCapabilities, AnalysisJob, AnalysisRequest } from '../../client.ts';
import { kindOf } from '../state/column-kind.ts';
import { useExplorer } from '../state/explorer-context.tsx';
import type { TableRef } from '../state/source.ts';
import { useCounts } from '../state/use-counts.ts';
import { ColumnsField } from './columns-field.tsx';
import { fieldsOf, problemsOf, suggestionsFor, toParameters, type FieldValues } from './fields.ts';
import { InputNote } from './input-note.tsx';
import { OverlayField } from './overlay-field.tsx';
import { ParameterField } from './parameter-field.tsx';
import { fieldProblem } from './problem.ts';
import { RunButtons } from './run-buttons.tsx';
import type { AnalysisRun } from './use-analysis-run.ts';
import { groupsOf } from './use-capabilities.ts';
import styles from './analysis.module.css';

interface AnalysisFormProps {
  capabilities: AnalysisCapabilities;
  run: AnalysisRun;
  /** A job whose values the form begins with. */
  initial: AnalysisJob | null;
}

/** The choice of an analysis, and the form that its parameters make. */
export function AnalysisForm({ capabilities, run, initial }: AnalysisFormProps) {
  const { source, tree } = useExplorer();
  const { datasource, schema, table, metadata } = source;
  const { analyses, direct } = capabilities;
  const [id, setId] = useState(initial?.analysis ?? analyses[0]!.id);
  const analysis = analyses.find((each) => each.id === id) ?? analyses[0]!;
  const fields = useMemo(() => fieldsOf(analysis), [analysis]);
  const suggestions = useMemo(() => suggestionsFor(metadata.geometry[0]?.extent_wgs84), [metadata.geometry]);
  const [changed, setChanged] = useState<FieldValues>(() => textsOf(initial?.parameters));
  const values: FieldValues = Object.fromEntries(
    fields.map(({ name, initial: empty, isRequired }) => [
      name,
      changed[name] ?? ((isRequired ? suggestions[name] : undefined) || empty),
    ]),
  );
  const [overlay, setOverlay] = useState<TableRef | null>(initial?.overlay ?? null);
  const [columns, setColumns] = useState<string[]>(
    initial?.input.columns ?? namesOf(metadata.columns.filter((column) => kindOf(column) !== 'geometry')),
  );
  const [checked, setChecked] = useState<Record<string, string>>({});
  const rows = useCounts().shown;
  const refused = refusalOf(run);
  const atFields = refused ? fieldProblem(refused, fields) : null;
  const errors = { ...(run.isBusy ? {} : atFields), ...checked };
  const isLarge = rows !== undefined && rows > analysis.limits.features * direct.factor;
  // Results that stand for many features carry none of their values.
  const carriesColumns = !fields.some(({ name }) => name === 'group_by' || name === 'size_m');

  function start(asJob: boolean) {
    const problems: Record<string, string> = Object.fromEntries(
      Object.entries(problemsOf(fields, values)).map(([name, problem]) => [name, t(`analysis.${problem}`)]),
    );
    if (analysis.inputs === 2 && !overlay) problems.overlay = t('analysis.overlayChoose');
    setChecked(problems);
    if (Object.keys(problems).length > 0) return;
    const request: AnalysisRequest = {
      analysis: analysis.id,
      input: {
        ...{ datasource, schema, table },
        ...(tree ? { filter: tree } : {}),
        ...(carriesColumns ? { columns } : {}),
      },
      ...(overlay && analysis.inputs === 2 ? { overlay } : {}),
      parameters: toParameters(fields, values),
    };
    run.start(request, { asJob });
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!run.isBusy) start(isLarge);
      }}
    >
      <NativeSelect
        label={t('analysis.choose')}
        description={analysis.description}
        value={analysis.id}
        data={groupsOf(analyses).map(([group, items]) => ({
          group,
          items: items.map((each) => ({ value: each.id, label: each.title })),
        }))}
        onChange={(event) => {
          setId(event.currentTarget.value);
          setChecked({});
        }}
      />
      <InputNote />
      {analysis.inputs === 2 ? (
        <OverlayField value={overlay} error={errors.overlay} onChange={setOverlay} />
      ) : null}
      {fields.map((field) => (
        <ParameterField
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          columns={metadata.columns}
          isSuggested={field.isRequired && changed[field.name] === undefined && field.name in suggestions}
          error={errors[field.name]}
          onChange={(value) => {
            setChanged((before) => ({ ...before, [field.name]: value }));
            setChecked(({ [field.name]: _solved, ...others }) => others);
          }}
        />
      ))}
      {carriesColumns ? (
        <ColumnsField
          label={t('analysis.keep')}
          hint={t('analysis.keepHint')}
          columns={metadata.columns}
          value={columns}
          onChange={setColumns}
        />
      ) : null}
      <RunButtons
        run={run}
        problem={atFields === null ? (refused?.message ?? null) : null}
        large={isLarge ? analysis.limits.features * direct.factor : null}
        capabilities={capabilities}
      />
    </form>
  );
}

/** Why the last run was refused or failed. */
function refusalOf({ error, job, jobId }: AnalysisRun): { message: string; code?: string | null } | null {
  if (error) return { message: error.message, code: error.code ?? null };
  const { data } = job.job;
  if (jobId === null || data?.status !== 'failed' || data.error === null) return null;
  return { message: data.error, code: data.error_code };
}

function textsOf(parameters: Record<string, unknown> | undefined): FieldValues {
  const known = Object.entries(parameters ?? {}).filter(([, value]) => value !== null);
  return Object.fromEntries(
    known.map(([name, value]) => [
      name,
      typeof value === 'boolean' || Array.isArray(value) ? value : String(value),
    ]),
  );
}

/** The column by which people know a row. */
function namesOf(columns: { name: string }[]): string[] {
  const name = nameAttribute(columns.map((column) => column.name));
  return name ? [name] : [];
}
