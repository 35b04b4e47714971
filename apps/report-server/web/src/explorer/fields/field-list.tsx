import { useState } from 'react';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import { useExplorer } from '../state/explorer-context.tsx';
import { FieldItem } from './field-item.tsx';
import styles from './fields.module.css';

/** From this number of columns on, a search helps. */
const MANY = 12;

/** The columns of the table: what each holds, and its first chart at one press. */
export function FieldList({ onChosen }: { onChosen?: () => void }) {
  const { columns } = useExplorer().source.metadata;
  const [text, setText] = useState('');
  const shown = columns.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <div className={styles.list}>
      <h2 className={styles.title}>{t('fields.title')}</h2>
      {columns.length > MANY ? (
        <TextInput
          size="xs"
          type="search"
          aria-label={t('fields.search')}
          placeholder={t('fields.search')}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      ) : null}
      <ul className={styles.items}>
        {shown.map((column) => (
          <FieldItem key={column.name} column={column} onChosen={onChosen} />
        ))}
      </ul>
      {shown.length === 0 ? <p className={styles.quiet}>{t('fields.noMatch')}</p> : null}
    </div>
  );
}
