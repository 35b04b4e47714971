import type { FormValidateInput } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { focusFirstError, jobsKey, t, useSaveForm } from '@cairn/ui';
import type { IngestResult } from '../client.ts';
import type { SpatialDbForm } from '../upload/use-spatialdb.ts';
import type { TargetValues } from './import-options.tsx';
import { rememberImport } from './remembered-imports.ts';
import { useImportTarget, type ImportTarget } from './use-import-target.ts';

/** The server begins the work and answers with its job; only an older one would wait for the end. */
type Started = { id: string } | IngestResult;

interface Options<Values extends TargetValues> {
  way: 'url' | 's3';
  initial: Values;
  /** What is never kept, not even for trying again. */
  secrets: (keyof Values)[];
  validate: FormValidateInput<Values>;
  database: SpatialDbForm;
  /** Values of an import that is to be tried again. */
  again: Values | null;
  send: (
    values: Values,
    target: ImportTarget,
  ) => Promise<{ data?: Started; error?: unknown; response: Response }>;
}

/** A form that starts an import as a job, and is empty again afterwards. */
export function useImportForm<Values extends TargetValues>(options: Options<Values>) {
  const { way, initial, secrets, database, again } = options;
  const target = useImportTarget(database);
  const saving = useSaveForm<Values, Started>({
    initial,
    leaving: 'page',
    validate: {
      ...(options.validate as object),
      dataset_name: (name: unknown) => target.nameProblem(String(name)),
    } as FormValidateInput<Values>,
    save: (values) => options.send(values, target),
    refresh: [jobsKey],
    done: t('import.started'),
    onSaved(started) {
      const kept = { ...form.getValues() };
      for (const secret of secrets) kept[secret] = initial[secret];
      if ('id' in started) rememberImport(started.id, { way, values: kept });
      form.setValues(initial);
      form.resetDirty(initial);
    },
  });
  const { form, bind } = saving;
  const fill = useRef(form.setValues);
  fill.current = form.setValues;
  useEffect(() => {
    if (again) fill.current(again);
  }, [again]);
  const onSubmit: typeof bind.onSubmit = (event) => {
    if (target.isReady()) return bind.onSubmit(event);
    event.preventDefault();
    form.validate();
    focusFirstError(bind.ref.current);
  };
  return { ...saving, bind: { ...bind, onSubmit }, target };
}
