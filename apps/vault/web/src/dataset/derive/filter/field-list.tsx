import { useState } from 'react';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { formatNumber, LoadingRows, sentenceOf, t } from '@cairn/ui';
import { displayValue } from '@cairn/ui/map';
import type { Field, Version } from '../../../client.ts';
import { useValues } from '../use-fields.ts';
import { nameText, valueText } from './condition-text.ts';
import styles from '../derive.module.css';

interface FieldListProps {
  version: Version;
  layer: string;
  fields: Field[];
  onInsert: (text: string) => void;
}

const MANY = 12;

/** The fields with types and ranges; a click writes one, or one of its values, into the condition. */
export function FieldList({ version, layer, fields, onInsert }: FieldListProps) {
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<string | null>(null);
  const matches = fields.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <section aria-labelledby="derive-fields" className={styles.fields}>
      <h2 id="derive-fields">{t('derive.fields.title')}</h2>
      {fields.length > MANY ? (
        <TextInput
          size="xs"
          aria-label={t('derive.fields.search')}
          placeholder={t('derive.fields.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      ) : null}
      <ul>
        {matches.map((field) => {
          const isOpen = opened === field.name;
          const Chevron = isOpen ? IconChevronDown : IconChevronRight;
          return (
            <li key={field.name}>
              <div className={styles.field}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={24}
                  aria-expanded={isOpen}
                  aria-label={t(isOpen ? 'derive.fields.hideValues' : 'derive.fields.showValues', {
                    name: field.name,
                  })}
                  onClick={() => setOpened(isOpen ? null : field.name)}
                >
                  <Chevron size={15} aria-hidden />
                </ActionIcon>
                <button
                  type="button"
                  className={styles.insert}
                  aria-label={t('derive.fields.insert', { name: field.name })}
                  onClick={() => onInsert(nameText(field.name))}
                >
                  {field.name}
                </button>
                <span className={styles.hint}>{factsOf(field)}</span>
              </div>
              {isOpen ? <Values version={version} layer={layer} field={field} onInsert={onInsert} /> : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function factsOf({ type, minimum, maximum, null_count: empty, distinct_count: different }: Field): string {
  const range =
    minimum === undefined || maximum === undefined
      ? null
      : t('derive.fields.range', { minimum: displayValue(minimum), maximum: displayValue(maximum) });
  const count = (key: 'empty' | 'different', amount: number | undefined) =>
    amount ? t(`derive.fields.${key}`, { count: amount, number: formatNumber(amount) }) : null;
  return [t(`table.types.${type}`), range, count('different', different), count('empty', empty)]
    .filter(Boolean)
    .join(' · ');
}

interface ValuesProps extends Pick<FieldListProps, 'version' | 'layer' | 'onInsert'> {
  field: Field;
}

function Values({ version, layer, field, onInsert }: ValuesProps) {
  const values = useValues(version, layer, field.name);
  if (values.error) return <p className={styles.hint}>{sentenceOf(values.error)}</p>;
  if (!values.data) return <LoadingRows rows={3} height={20} />;
  const { counts, truncated } = values.data;
  if (counts.length === 0) return <p className={styles.hint}>{t('derive.fields.none')}</p>;
  return (
    <div className={styles.values}>
      {truncated ? <p className={styles.hint}>{t('derive.fields.more')}</p> : null}
      <ul aria-label={t('derive.fields.values', { name: field.name })}>
        {values.data.values.map((value, i) => {
          const number = formatNumber(counts[i] ?? 0);
          const shown = value === null || value === '' ? t('derive.fields.nothing') : String(value);
          return (
            <li key={String(value)}>
              <button
                type="button"
                className={styles.value}
                aria-label={t('derive.fields.insertValue', { value: shown, number })}
                onClick={() => onInsert(comparisonWith(field, value))}
              >
                <span>{shown}</span>
                <span className={styles.hint}>{number}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function comparisonWith(field: Field, value: unknown): string {
  const text = valueText(value, field.type);
  return text === null ? `${nameText(field.name)} IS NULL` : `${nameText(field.name)} = ${text}`;
}
