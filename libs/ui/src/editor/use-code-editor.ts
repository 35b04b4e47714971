import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { editorTheme } from './editor-theme.ts';

interface CodeEditorOptions {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** What this editor has beside history, wrapping and the look of a field. Called once. */
  extensions: () => Extension[];
}

/** A text editor in the element with the ref `host`. Tab leaves it, as any field. */
export function useCodeEditor(options: CodeEditorOptions) {
  const { value } = options;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  // The editor lives longer than the values that it was made with.
  const latest = useRef(options);
  latest.current = options;

  useEffect(() => {
    if (!host.current) return undefined;
    const { value: doc, label, extensions } = latest.current;
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc,
        extensions: [
          // The first one decides, so that an editor can have keys and sizes of its own.
          ...extensions(),
          history(),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString());
          }),
          editorTheme,
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  // What comes from elsewhere, such as undo on the page or a file that was dropped.
  useEffect(() => {
    const editor = view.current;
    const doc = editor?.state.doc.toString();
    if (editor && doc !== value)
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);
  return { host, view };
}
