import { EditorView } from '@codemirror/view';

/** The editor looks like the other fields, in either scheme. */
export const editorTheme = EditorView.theme({
  '&': {
    backgroundColor: 'var(--mantine-color-body)',
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: 'var(--mantine-radius-default)',
    color: 'var(--mantine-color-text)',
    fontSize: '13px',
  },
  '&.cm-focused': { outline: '2px solid var(--mantine-primary-color-filled)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)' },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--mantine-color-text)' },
  '.cm-line': { padding: '0 8px' },
  '.cm-gutters': {
    backgroundColor: 'transparent',
    borderRight: '1px solid var(--mantine-color-default-border)',
    color: 'var(--cairn-muted)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--cairn-panel)',
    border: '1px solid var(--cairn-line-strong)',
    color: 'var(--mantine-color-text)',
  },
  '.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--mantine-primary-color-filled)',
    color: '#fff',
  },
  '.cm-completionDetail': { color: 'inherit', opacity: 0.75 },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': {
    backgroundColor: 'var(--cairn-accent-wash) !important',
  },
});
