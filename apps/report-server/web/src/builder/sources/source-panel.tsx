import { ActionIcon, Button, Tooltip } from '@mantine/core';
import {
  IconCalendar,
  IconLetterT,
  IconMapPin,
  IconNumbers,
  IconPencil,
  IconPlus,
  IconQuestionMark,
  IconSum,
  IconToggleLeft,
  type Icon,
} from '@tabler/icons-react';
import { createElement, type ReactNode } from 'react';
import { scopeOfTemplate, type ExpressionType } from '@cairn/report-engine/browser';
import { t } from '@cairn/ui';
import { useBuilder } from '../builder-context.tsx';
import { useFields } from '../data/use-fields.ts';
import { addEntry, type Entries } from '../model/lists.ts';
import type { ListName } from '../model/selection.ts';
import { EXPRESSION_TYPE, useInsert } from './use-insert.ts';
import styles from './sources.module.css';

/** What a new entry of each list begins with. */
const BLANKS: Entries = {
  parameters: { name: 'parameter', type: 'text' },
  variables: { name: 'total', type: 'decimal', calculation: 'sum', reset: 'report', expression: '' },
  datasets: { name: 'dataset', sql: 'SELECT ' },
  groups: { name: 'Group', expression: '', header: { height: 24, elements: [] } },
  styles: { name: 'Style' },
};

/** What a report is made of: fields and values to put into bands, and lists to change. */
export function SourcePanel() {
  const { template, select } = useBuilder();
  const fields = useFields(template.datasets[0]);
  const scope = scopeOfTemplate(template);
  const own = { parameters: nameIndex(template.parameters), variables: nameIndex(template.variables) };
  return (
    <div className={styles.panel}>
      <p className={styles.hint}>{t('sources.hint')}</p>
      <Part title={t('sources.fields')}>
        {fields.length === 0 ? <p className={styles.hint}>{t('sources.noFields')}</p> : null}
        {fields.map(({ name, type }) => (
          <Source key={name} name={name} type={type} expression={`$F{${name}}`} />
        ))}
      </Part>
      <Part title={t('sources.parameters')} add="parameters" closed>
        {[...scope.parameters].map(([name, type]) => {
          const index = own.parameters.get(name);
          return (
            <Source
              key={name}
              name={name}
              type={type}
              expression={`$P{${name}}`}
              {...(index !== undefined && { onEdit: () => select({ kind: 'parameters', index }) })}
            />
          );
        })}
      </Part>
      <Part title={t('sources.variables')} add="variables" closed>
        {[...scope.variables].map(([name, type]) => {
          const index = own.variables.get(name);
          return (
            <Source
              key={name}
              name={name}
              type={type}
              expression={`$V{${name}}`}
              {...(index !== undefined && { onEdit: () => select({ kind: 'variables', index }) })}
            />
          );
        })}
      </Part>
      {(['datasets', 'groups', 'styles'] as const).map((list) => (
        <Part key={list} title={t(`sources.${list}`)} add={list} closed={list === 'styles'}>
          {template[list].map(({ name }, index) => (
            <Entry key={name} list={list} index={index} name={name} />
          ))}
        </Part>
      ))}
    </div>
  );
}

function nameIndex(entries: readonly { name: string }[]): Map<string, number> {
  return new Map(entries.map(({ name }, i) => [name, i]));
}

interface PartProps {
  title: string;
  add?: ListName;
  closed?: boolean;
  children: ReactNode;
}

function Part({ title, add, closed = false, children }: PartProps) {
  const { template, edit } = useBuilder();
  return (
    <details className={styles.part} open={!closed}>
      <summary>{title}</summary>
      <ul>{children}</ul>
      {add ? (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconPlus size={13} aria-hidden />}
          onClick={() =>
            edit((now) => addEntry(now, add, BLANKS[add]), {
              select: { kind: add, index: template[add].length },
            })
          }
        >
          {t(`sources.add.${add}`)}
        </Button>
      ) : null}
    </details>
  );
}

interface SourceProps {
  name: string;
  type: ExpressionType;
  expression: string;
  onEdit?: () => void;
}

/** A value that is dragged into a band, or put into the chosen one by a click or Enter. */
function Source({ name, type, expression, onEdit }: SourceProps) {
  const insert = useInsert();
  return (
    <li className={styles.source}>
      <button
        type="button"
        draggable
        aria-label={t('sources.insert', { name })}
        title={name}
        onDragStart={(event) => {
          event.dataTransfer.setData(EXPRESSION_TYPE, expression);
          event.dataTransfer.effectAllowed = 'copy';
        }}
        onClick={() => insert(type === 'geometry' ? { kind: 'map' } : { kind: 'field', expression })}
      >
        {createElement(iconOf(type, expression), { size: 14, stroke: 1.7, 'aria-hidden': true })}
        <span>{name}</span>
      </button>
      {onEdit ? (
        <Tooltip label={t('sources.edit', { name })}>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={t('sources.edit', { name })}
            onClick={onEdit}
          >
            <IconPencil size={13} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ) : null}
    </li>
  );
}

function Entry({ list, index, name }: { list: ListName; index: number; name: string }) {
  const { selection, select } = useBuilder();
  const isChosen = selection.kind === list && selection.index === index;
  return (
    <li className={styles.source}>
      <button type="button" aria-pressed={isChosen} onClick={() => select({ kind: list, index })}>
        <span>{name}</span>
      </button>
    </li>
  );
}

function iconOf(type: ExpressionType, expression: string): Icon {
  if (expression.startsWith('$V')) return IconSum;
  if (expression.startsWith('$P')) return IconQuestionMark;
  if (type === 'integer' || type === 'decimal' || type === 'double') return IconNumbers;
  if (type === 'date' || type === 'time' || type === 'timestamp' || type === 'instant') return IconCalendar;
  if (type === 'geometry') return IconMapPin;
  return type === 'boolean' ? IconToggleLeft : IconLetterT;
}
