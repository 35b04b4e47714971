import { useForm, type FormValidateInput, type UseFormReturnType } from '@mantine/form';
import type { QueryKey } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FocusEvent, type FormEvent, type PointerEvent } from 'react';
import { sentenceOf } from '../api/api-error.ts';
import { useChange } from '../api/use-api.ts';
import { fieldErrors } from './field-errors.ts';
import { focusFirstError } from './focus-first-error.ts';
import { useUnsavedGuard } from './use-unsaved-guard.tsx';

interface Options<Values, Data> {
  initial: Values;
  /** Checks as one types; a sentence for each wrong field. */
  validate?: FormValidateInput<Values>;
  save: (values: Values) => Promise<{ data?: Data; error?: unknown; response: Response }>;
  /** Query keys whose data are old afterwards. */
  refresh?: QueryKey[];
  done?: string | ((data: Data) => string);
  onSaved?: (data: Data) => void;
  /** What counts as leaving the form; see `useUnsavedGuard`. */
  leaving?: 'address' | 'page';
}

/**
 * A form over one operation of the API: checks, saves, puts the server's refusals at their fields or in `problem`,
 * moves the focus to the first of them, and guards what has not been saved (render `guard`).
 */
export function useSaveForm<Values extends Record<string, unknown>, Data>(options: Options<Values, Data>) {
  const element = useRef<HTMLFormElement>(null);
  const saved = useRef(false);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<Values>({
    initialValues: options.initial,
    validate: options.validate,
    clearInputErrorOnChange: true,
  });
  useFollowedInitial(form, options.initial);
  const { done } = options;
  const change = useChange<Values, Data>(options.save, {
    refresh: options.refresh,
    quiet: true,
    done: typeof done === 'function' ? (data) => done(data) : done,
    onDone(data) {
      saved.current = true;
      form.resetDirty();
      options.onSaved?.(data);
    },
  });
  // a form that stays on the page after saving is guarded again as soon as it counts as clean
  useEffect(() => {
    if (saved.current && !form.isDirty()) saved.current = false;
  });
  const guard = useUnsavedGuard(() => !saved.current && form.isDirty(), options.leaving);
  const save = form.onSubmit(
    (values) => {
      saved.current = false;
      setProblem(null);
      change.mutate(values, {
        onError(error) {
          const fields = fieldErrors(error, Object.keys(values));
          if (fields) form.setErrors(fields);
          else setProblem(sentenceOf(error));
          focusFirstError(element.current);
        },
      });
    },
    () => focusFirstError(element.current),
  );
  // a form in a portal still bubbles to the React parent: an outer form must not be submitted with it
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.stopPropagation();
    save(event);
  };
  return {
    form,
    bind: { ref: element, noValidate: true, onSubmit, ...useCheckOnLeaving(form) },
    saving: change.isPending,
    problem,
    guard,
  };
}

/**
 * Checks a field when it is left, unless a button is being pressed: a message that appears between pressing and letting go
 * would move the button away from under the pointer, and the press would be lost. Saving checks everything anyway.
 */
function useCheckOnLeaving<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>) {
  const pressing = useRef(false);
  return {
    onPointerDownCapture(event: PointerEvent<HTMLFormElement>) {
      pressing.current = event.target instanceof Element && event.target.closest('button') !== null;
    },
    onBlur(event: FocusEvent<HTMLFormElement>) {
      const { path } = (event.target as HTMLElement).dataset;
      if (path && !pressing.current) form.validateField(path);
      pressing.current = false;
    },
  };
}

/** Newer data from the server replace what the form began with, unless the person has changed something already. */
function useFollowedInitial<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  initial: Values,
) {
  const content = JSON.stringify(initial);
  const lastContent = useRef(content);
  useEffect(() => {
    if (lastContent.current === content) return;
    lastContent.current = content;
    if (form.isDirty()) return;
    form.setInitialValues(initial);
    form.setValues(initial);
    form.resetDirty(initial);
  });
}
