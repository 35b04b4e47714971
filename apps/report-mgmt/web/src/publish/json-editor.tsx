import { bracketMatching } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useCodeEditor } from '@cairn/ui/editor';

interface Props {
  label: string;
  value: string;
  readOnly?: boolean;
  onChange: (value: string) => void;
}

const height = EditorView.theme({ '.cm-content': { minHeight: '120px' } });

/** A JSON text with line numbers. */
export function JsonEditor({ label, value, readOnly = false, onChange }: Props) {
  const { host } = useCodeEditor({
    ...{ label, value, onChange },
    extensions: () => [height, lineNumbers(), bracketMatching(), EditorState.readOnly.of(readOnly)],
  });
  return <div ref={host} />;
}
