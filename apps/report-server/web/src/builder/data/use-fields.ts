import { scopeOfTemplate, type Dataset, type ExpressionScope } from '@cairn/report-engine/browser';
import { useBuilder } from '../builder-context.tsx';
import { fieldsOf } from '../model/fields.ts';
import { useColumns } from './use-tables.ts';

export type Fields = NonNullable<Dataset['fields']>;

/** The fields of a dataset: those that it declares, else the columns of its table. */
export function useFields(dataset: Dataset | undefined): Fields {
  const { datasource } = useBuilder();
  const isOpen = dataset?.fields === undefined && dataset?.table !== undefined;
  const columns = useColumns(datasource, isOpen ? (dataset?.table ?? null) : null);
  return dataset?.fields ?? fieldsOf(columns.data ?? []);
}

/** What an expression over the rows of a dataset, by default the main one, can refer to. */
export function useScope(name?: string): ExpressionScope {
  const { template } = useBuilder();
  const dataset = template.datasets.find((each) => each.name === name) ?? template.datasets[0];
  const fields = useFields(dataset);
  const scope = scopeOfTemplate(template, dataset);
  if (fields.length === 0) return scope;
  return { ...scope, fields: new Map(fields.map((field) => [field.name, field.type])) };
}
