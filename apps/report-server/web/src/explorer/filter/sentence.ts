import { t } from '@cairn/ui';
import type { TableColumn } from '../../client.ts';
import { valueText } from '../state/format-value.ts';
import { describeArea } from './area.ts';
import { isArea, type Clause, type ColumnClause, type FilterPart } from './filter.ts';
import { valuesOf } from './operators.ts';

/** A condition in words: "population is at least 1,000,000". */
export function clauseSentence(clause: Clause, columns: TableColumn[]): string {
  if (isArea(clause)) return describeArea(clause);
  const op = t(`filter.ops.${clause.op}`);
  const values = valuesSentence(clause, columns);
  return values === '' ? `${clause.column} ${op}` : `${clause.column} ${op} ${values}`;
}

/** Several alternatives in words, joined by "or". */
export function partSentence(part: FilterPart, columns: TableColumn[]): string {
  if (!('anyOf' in part)) return t('filter.otherCondition');
  return part.anyOf.map((clause) => clauseSentence(clause, columns)).join(` ${t('filter.or')} `);
}

function valuesSentence({ column: name, op, value }: ColumnClause, columns: TableColumn[]): string {
  const column = columns.find((each) => each.name === name) ?? { name, family: 'text' as const };
  const text = (each: unknown) => valueText(each, column) ?? t('explorer.noValue');
  const count = valuesOf(op);
  if (count === 'none') return '';
  const values = Array.isArray(value) ? (value as unknown[]) : [value];
  if (count === 'two') return t('filter.range', { from: text(values[0]), to: text(values[1]) });
  if (values.length > 3)
    return t('filter.listMore', {
      list: values.slice(0, 2).map(text).join(', '),
      number: values.length - 2,
    });
  return values.map(text).join(', ');
}
