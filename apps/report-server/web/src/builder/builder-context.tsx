import { createContext, use, useMemo, useReducer, type ReactNode } from 'react';
import type { Template } from '@cairn/report-engine/browser';
import { createHistory, record, redo, undo, type History } from './model/history.ts';
import { selectedIds, type Selection } from './model/selection.ts';

interface State {
  history: History<Template>;
  selection: Selection;
}

type Action =
  | { kind: 'edit'; change: (template: Template) => Template; joint: string | null; select: Selection | null }
  | { kind: 'select'; selection: Selection }
  | { kind: 'undo' }
  | { kind: 'redo' };

interface EditOptions {
  /** Edits of one name in a row are undone together. */
  joint?: string;
  select?: Selection;
}

export interface Builder {
  template: Template;
  selection: Selection;
  /** Ids of the chosen elements. */
  ids: readonly string[];
  /** Key of the datasource. */
  datasource: string | null;
  canUndo: boolean;
  canRedo: boolean;
  edit: (change: (template: Template) => Template, options?: EditOptions) => void;
  select: (selection: Selection) => void;
  undo: () => void;
  redo: () => void;
}

const BuilderContext = createContext<Builder | null>(null);

/** The template that is being edited, what is chosen in it, and its history. */
export function useBuilder(): Builder {
  const builder = use(BuilderContext);
  if (!builder) throw new Error('The builder is used outside its provider.');
  return builder;
}

interface Start {
  template: Template;
  selection?: Selection;
  datasource: string | null;
}

export function useBuilderState({ template: first, selection: chosen, datasource }: Start): Builder {
  const [{ history, selection }, dispatch] = useReducer(reduce, {
    history: createHistory(first),
    selection: chosen ?? { kind: 'report' },
  });
  const template = history.present;
  return useMemo(
    () => ({
      template,
      selection,
      ids: selectedIds(template, selection),
      datasource,
      canUndo: history.past.length > 0,
      canRedo: history.future.length > 0,
      edit: (change, { joint = null, select = null } = {}) =>
        dispatch({ kind: 'edit', change, joint, select }),
      select: (next) => dispatch({ kind: 'select', selection: next }),
      undo: () => dispatch({ kind: 'undo' }),
      redo: () => dispatch({ kind: 'redo' }),
    }),
    [template, selection, datasource, history],
  );
}

export function BuilderProvider({ builder, children }: { builder: Builder; children: ReactNode }) {
  return <BuilderContext value={builder}>{children}</BuilderContext>;
}

function reduce(state: State, action: Action): State {
  const { history, selection } = state;
  switch (action.kind) {
    case 'edit': {
      const next = action.change(history.present);
      return { history: record(history, next, action.joint), selection: action.select ?? selection };
    }
    case 'select':
      // What is typed after another choice is undone by itself.
      return { history: { ...history, joint: null }, selection: action.selection };
    case 'undo':
      return { history: undo(history), selection };
    case 'redo':
      return { history: redo(history), selection };
  }
}
