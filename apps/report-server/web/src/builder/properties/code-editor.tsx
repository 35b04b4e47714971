import {
  autocompletion,
  completionKeymap,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { defaultHighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { forceLinting, linter, type Diagnostic } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import {
  checkExpression,
  listCompletions,
  type ExpressionCompletion,
  type ExpressionScope,
  type ExpressionType,
} from '@cairn/report-engine/browser';
import { editorTheme } from './editor-theme.ts';

export interface CodeEditorProps {
  language: 'expression' | 'sql';
  label: string;
  value: string;
  onChange: (value: string) => void;
  scope: ExpressionScope;
  /** What the value of the expression is for. */
  expected?: ExpressionType;
}

/** A text with completion, and with the faults under their words. Tab leaves it, as any field. */
export function CodeEditor(props: CodeEditorProps) {
  const { value, scope } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  // The editor lives longer than the values that it was made with.
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    if (!host.current) return undefined;
    const { value: doc, label, language } = latest.current;
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc,
        extensions: [
          history(),
          autocompletion({ override: [(context) => complete(context, latest.current)], icons: false }),
          keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString());
          }),
          editorTheme,
          ...languageOf(language, () => latest.current),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  // What comes from elsewhere: another element, or undo.
  useEffect(() => {
    const editor = view.current;
    const doc = editor?.state.doc.toString();
    if (editor && doc !== value)
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);
  useEffect(() => {
    if (view.current) forceLinting(view.current);
  }, [scope]);
  return <div ref={host} />;
}

function languageOf(language: CodeEditorProps['language'], props: () => CodeEditorProps): Extension[] {
  if (language === 'sql') return [sql({ dialect: PostgreSQL }), syntaxHighlighting(defaultHighlightStyle)];
  return [linter((editor) => diagnose(editor.state.doc.toString(), props()), { delay: 300 })];
}

function diagnose(text: string, { scope, expected }: CodeEditorProps): Diagnostic[] {
  if (text.trim() === '') return [];
  return checkExpression(text, scope, expected).problems.map(({ start, end, message }) => ({
    from: Math.min(start, text.length),
    to: Math.min(Math.max(end, start), text.length),
    severity: 'error',
    message,
  }));
}

/** Names and functions; after a dot the methods. */
function complete(context: CompletionContext, { scope, language }: CodeEditorProps): CompletionResult | null {
  const word = context.matchBefore(language === 'sql' ? /\$P?!?\{?\w*/ : /\$[FPVR]?\{?[^}\s]*|\w+/);
  const dot = language === 'expression' ? context.matchBefore(/\.\w*/) : null;
  if (!word && !dot && !context.explicit) return null;
  const all = listCompletions(scope);
  const fits = ({ kind }: ExpressionCompletion) =>
    language === 'sql' ? kind === 'parameter' : dot ? kind === 'method' : kind !== 'method';
  return {
    from: dot ? dot.from + 1 : (word?.from ?? context.pos),
    validFor: dot ? /^\w*$/ : /^\$?[FPVR]?\{?[^}\s]*$/,
    options: all.filter(fits).map(({ text, kind, detail, description }) => ({
      label: text,
      detail,
      ...(description !== undefined && { info: description }),
      apply: kind === 'function' || kind === 'method' ? `${text}(${detail === '()' ? ')' : ''}` : text,
    })),
  };
}
