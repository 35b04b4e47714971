import { useRef, type FormEvent } from 'react';
import { NativeSelect } from '@mantine/core';
import { focusFirstError, t } from '@cairn/ui';
import type { AnalysisCapabilities, AnalysisJob } from '../../client.ts';
import { useExplorer } from '../state/explorer-context.tsx';
import { useCounts } from '../state/use-counts.ts';
import { ColumnsField } from './columns-field.tsx';
import { InputNote } from './input-note.tsx';
import { OverlayField } from './overlay-field.tsx';
import { ParameterField } from './parameter-field.tsx';
import { fieldProblem, refusalOf } from './problem.ts';
import { RunButtons } from './run-buttons.tsx';
import { useAnalysisForm } from './use-analysis-form.ts';
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
  const { metadata } = useExplorer().source;
  const form = useAnalysisForm(capabilities, initial);
  const { analysis, fields, values, overlay } = form;
  const element = useRef<HTMLFormElement>(null);
  const rows = useCounts().shown;
  const refusal = refusalOf(run);
  const atFields = refusal ? fieldProblem(refusal, fields) : null;
  const errors = { ...(run.isBusy ? {} : atFields), ...form.problems };
  const most = analysis.limits.features * capabilities.direct.factor;
  const isLarge = rows !== undefined && rows > most;

  function start(event: FormEvent) {
    event.preventDefault();
    if (run.isBusy) return;
    const request = form.check();
    if (request) run.start(request, { asJob: isLarge });
    else focusFirstError(element.current);
  }

  return (
    <form ref={element} className={styles.form} noValidate onSubmit={start}>
      <NativeSelect
        label={t('analysis.choose')}
        description={analysis.description}
        value={analysis.id}
        data={groupsOf(capabilities.analyses).map(([group, items]) => ({
          group,
          items: items.map(({ id, title }) => ({ value: id, label: title })),
        }))}
        onChange={(event) => form.choose(event.currentTarget.value)}
      />
      <InputNote />
      {overlay ? (
        <OverlayField value={overlay.table} error={errors.overlay} onChange={overlay.choose} />
      ) : null}
      {fields.map((field) => (
        <ParameterField
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          columns={metadata.columns}
          isSuggested={form.isSuggested(field.name)}
          error={errors[field.name]}
          onChange={(value) => form.setValue(field.name, value)}
        />
      ))}
      {form.carriesColumns ? (
        <ColumnsField
          label={t('analysis.keep')}
          hint={t('analysis.keepHint')}
          columns={metadata.columns}
          value={form.columns}
          onChange={form.setColumns}
        />
      ) : null}
      {form.carriesColumns && overlay?.columns ? (
        <ColumnsField
          label={t('analysis.keepOverlay')}
          hint={t('analysis.keepOverlayHint')}
          columns={overlay.columns}
          value={overlay.kept}
          onChange={overlay.setKept}
        />
      ) : null}
      <RunButtons
        run={run}
        problem={atFields === null ? (refusal?.message ?? null) : null}
        large={isLarge ? most : null}
        capabilities={capabilities}
      />
    </form>
  );
}
