import { useId, useState, type KeyboardEvent } from 'react';
import { Badge, TextInput } from '@mantine/core';
import { IconDatabase, IconMapPin, IconSearch, IconTable } from '@tabler/icons-react';
import { EmptyState, ErrorState, formatNumber, LoadingRows, sentenceOf, t, useMe } from '@cairn/ui';
import { moveFocus } from '../state/move-focus.ts';
import type { TableRef } from '../state/source.ts';
import { findTables } from './find-tables.ts';
import { useAllTables, type FoundTable } from './use-all-tables.ts';
import styles from './start.module.css';

interface TableSearchProps {
  onChoose: (table: TableRef) => void;
}

/** Finds a table by words, over all datasources; arrow keys lead from the search to the tables. */
export function TableSearch({ onChoose }: TableSearchProps) {
  const [text, setText] = useState('');
  const { datasources, tables, failed, isPending } = useAllTables();
  const hint = useId();
  const found = findTables(tables, text);
  const groups = Map.groupBy(found, ({ datasource }) => datasource);
  if (datasources.error)
    return <ErrorState error={datasources.error} retry={() => void datasources.refetch()} />;
  if (datasources.data?.length === 0) return <NoDatasources />;
  return (
    <div data-tables>
      <TextInput
        data-autofocus
        size="md"
        type="search"
        aria-label={t('start.search')}
        aria-describedby={hint}
        placeholder={t('start.searchPlaceholder')}
        leftSection={<IconSearch size={17} aria-hidden />}
        value={text}
        autoComplete="off"
        onChange={(event) => setText(event.currentTarget.value)}
        data-table-choice
        onKeyDown={moveUpOrDown}
      />
      <p id={hint} role="status" className={styles.hint}>
        {isPending
          ? t('start.loading')
          : t('start.found', { count: found.length, number: formatNumber(found.length) })}
      </p>
      {failed.map(({ datasource, error }) => (
        <p key={datasource.key} role="alert" className={styles.failed}>
          {t('start.failed', { title: datasource.title, reason: sentenceOf(error) })}
        </p>
      ))}
      <div>
        {[...groups].map(([datasource, members]) => (
          <section key={datasource.key} className={styles.group}>
            <h2>
              <IconDatabase size={16} stroke={1.7} aria-hidden /> {datasource.title}
            </h2>
            <ul className={styles.tables}>
              {members.map((member) => (
                <li key={`${member.schema}.${member.table}`}>
                  <TableCard found={member} onChoose={onChoose} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {isPending && found.length === 0 ? <LoadingRows rows={4} height={56} /> : null}
        {!isPending && found.length === 0 ? (
          <EmptyState boxed title={t('start.nothing')} text={t('start.nothingText')} />
        ) : null}
      </div>
    </div>
  );
}

function TableCard({ found, onChoose }: { found: FoundTable; onChoose: TableSearchProps['onChoose'] }) {
  const { datasource, schema, table, estimated_rows: rows, comment } = found;
  const isSpatial = found.geometry.length > 0;
  const Icon = isSpatial ? IconMapPin : IconTable;
  return (
    <button
      type="button"
      className={styles.card}
      data-table-choice
      onKeyDown={moveUpOrDown}
      onClick={() => onChoose({ datasource: datasource.key, schema, table })}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
      <span className={styles.name}>
        <strong>{table}</strong>
        <span className={styles.facts}>
          {[schema, rows === null ? null : t('start.rows', { count: rows, number: formatNumber(rows) })]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {comment ? <span className={styles.facts}>{comment}</span> : null}
      </span>
      {isSpatial ? (
        <Badge size="sm" color="pine">
          {t('start.map')}
        </Badge>
      ) : null}
    </button>
  );
}

function NoDatasources() {
  const isAdmin = useMe().data?.admin === true;
  return (
    <EmptyState
      boxed
      icon={<IconDatabase size={22} stroke={1.6} />}
      title={t('start.noDatasources')}
      text={t(isAdmin ? 'start.noDatasourcesAdmin' : 'start.noDatasourcesText')}
    />
  );
}

/** Arrow keys lead from the search field through the tables, and back. */
function moveUpOrDown(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
  moveFocus(event, { around: '[data-tables]', members: '[data-table-choice]' });
}
