import {
  autocompletion,
  completionKeymap,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { defaultHighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { forceLinting, linter, type Diagnostic } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import {
  checkExpression,
  listCompletions,
  type ExpressionCompletion,
  type ExpressionScope,
  type ExpressionType,
} from '@cairn/report-engine/browser';
import { useCodeEditor } from '@cairn/ui/editor';

export interface CodeEditorProps {
  language: 'expression' | 'sql';
  label: string;
  value: string;
  onChange: (value: string) => void;
  scope: ExpressionScope;
  /** What the value of the expression is for. */
  expected?: ExpressionType;
}

const size = EditorView.theme({
  '&': { marginBottom: '4px' },
  '.cm-scroller': { maxHeight: '220px' },
  '.cm-content': { minHeight: '32px' },
});

/** A text with completion, and with the faults under their words. */
export function CodeEditor(props: CodeEditorProps) {
  const { label, value, onChange, language, scope } = props;
  const latest = useRef(props);
  latest.current = props;
  const { host, view } = useCodeEditor({
    ...{ label, value, onChange },
    extensions: () => [
      autocompletion({ override: [(context) => complete(context, latest.current)], icons: false }),
      keymap.of(completionKeymap),
      ...languageOf(language, () => latest.current),
      size,
    ],
  });
  useEffect(() => {
    if (view.current) forceLinting(view.current);
  }, [scope, view]);
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
