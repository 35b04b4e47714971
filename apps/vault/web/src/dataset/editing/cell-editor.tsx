import { useEffect, useRef, useState } from 'react';
import { ActionIcon, Loader, Popover } from '@mantine/core';
import { useFocusWithin, useMergedRef } from '@mantine/hooks';
import { IconCircleOff } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import type { EditColumn } from '../../client.ts';
import type { TableRow } from '../table/use-rows.ts';
import { typedText, typedValue } from './cell-value.ts';
import { ConflictChoice } from './conflict-choice.tsx';
import type { CellEditing } from './use-cell-editing.ts';
import { ValueField } from './value-field.tsx';
import styles from '../table/table.module.css';

interface CellEditorProps {
  column: EditColumn;
  row: TableRow;
  editing: CellEditing;
}

/** A cell that is being changed: Enter keeps the value, Escape leaves it as it was. */
export function CellEditor({ column, row, editing }: CellEditorProps) {
  const before = row.row[column.name];
  const initial = typedText(before, column);
  const [text, setText] = useState(initial);
  const frame = useRef<HTMLFormElement>(null);
  const left = useRef(false);
  const { saving, problem, conflict } = editing;
  const place = { key: row.key, column: column.name };

  const leave = () => {
    left.current = true;
    editing.leave();
  };
  const save = () => {
    if (left.current || saving || conflict) return;
    // An empty field that stood for "no value" still does.
    if (text === initial) return leave();
    const typed = typedValue(text, column, before);
    if ('problem' in typed) editing.refuse(typed.problem);
    else editing.change(place, typed.value);
  };
  // Going elsewhere keeps what was typed; what is not valid stays open with its reason.
  const { ref: watched } = useFocusWithin({
    onBlur: () => {
      if (!problem && document.hasFocus()) save();
    },
  });
  useEffect(() => {
    const field = frame.current?.querySelector<HTMLElement>('input, textarea, select');
    field?.focus();
    if (field instanceof HTMLInputElement && field.type === 'text') field.select();
  }, []);

  return (
    <Popover
      opened={problem !== null || conflict !== null}
      withRoles={false}
      position="bottom-start"
      shadow="md"
      width="auto"
    >
      <Popover.Target>
        <form
          ref={useMergedRef(frame, watched)}
          noValidate
          className={styles.editor}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <ValueField
            column={column}
            text={text}
            label={t('editing.valueOf', { column: column.name })}
            invalid={problem !== null}
            onEscape={leave}
            onChange={(next) => {
              if (!saving) setText(next);
            }}
          />
          {saving ? <Loader size={14} aria-label={t('editing.saving')} /> : null}
          {!saving && column.nullable && before !== null ? (
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              aria-label={t('editing.setNull')}
              title={t('editing.setNull')}
              onClick={() => editing.change(place, null)}
            >
              <IconCircleOff size={14} />
            </ActionIcon>
          ) : null}
        </form>
      </Popover.Target>
      <Popover.Dropdown>
        {conflict ? (
          <ConflictChoice column={column} conflict={conflict} editing={editing} />
        ) : (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
