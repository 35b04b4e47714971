import { useState } from 'react';
import { ErrorState, LoadingRows } from '@cairn/ui';
import type { Version } from '../../../client.ts';
import { useFields } from '../use-fields.ts';
import { useInsert } from '../use-insert.ts';
import { ConditionBuilder } from './condition-builder.tsx';
import { joined } from './condition-text.ts';
import { FieldList } from './field-list.tsx';
import { WhereEditor } from './where-editor.tsx';
import styles from '../derive.module.css';

interface FilterFormProps {
  version: Version;
  layer: string;
  where: string;
  onWhere: (where: string) => void;
  /** What the server could not read, with its place. */
  problem: string | null;
}

/** A condition: put together from fields and values, or written. */
export function FilterForm({ version, layer, where, onWhere, problem }: FilterFormProps) {
  const fields = useFields(version, layer);
  const [text, setText] = useState(where);
  const write = (next: string) => {
    setText(next);
    onWhere(next);
  };
  const { box, insert } = useInsert(text, write);
  if (fields.error) return <ErrorState error={fields.error} retry={() => void fields.refetch()} />;
  if (!fields.data) return <LoadingRows rows={4} />;
  const allFields = fields.data.fields;
  return (
    <div className={styles.parts}>
      <ConditionBuilder
        version={version}
        layer={layer}
        fields={allFields}
        hasCondition={text.trim() !== ''}
        onAdd={(condition, by) => write(joined(text, condition, by))}
      />
      <WhereEditor
        ref={box}
        version={version}
        layer={layer}
        fields={allFields}
        text={text}
        onText={write}
        problem={problem}
      />
      <FieldList version={version} layer={layer} fields={allFields} onInsert={insert} />
    </div>
  );
}
