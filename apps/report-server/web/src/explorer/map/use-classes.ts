import { useQuery } from '@tanstack/react-query';
import { NUMBER_CLASSES, type ValueClasses } from '@cairn/ui/map';
import type { QueryRequest, TableColumn } from '../../client.ts';
import { useDataLoader, type DataLoader } from '../data-loader.ts';
import { dataKey } from '../queries.ts';
import { kindOf } from '../state/column-kind.ts';
import { useExplorer } from '../state/explorer-context.tsx';

const MAX_TEXTS = 8;

/** Columns by which the map can be coloured. */
export function colorable(columns: TableColumn[]): TableColumn[] {
  return columns.filter((column) => ['number', 'text', 'boolean'].includes(kindOf(column)));
}

/**
 * How the values of a column fall into classes: over all rows of the table, not only those that the filter leaves, so
 * that a colour keeps its meaning while one filters.
 */
export function useClasses(name: string) {
  const { source } = useExplorer();
  const loader = useDataLoader();
  const { datasource, schema, table } = source;
  const column = source.metadata.columns.find((each) => each.name === name);
  return useQuery<ValueClasses | null>({
    queryKey: [...dataKey(source), 'classes', name, loader.id],
    queryFn: ({ signal }) => {
      if (!column) return null;
      const subject = { table: { datasource, schema, table }, column, loader, signal };
      return kindOf(column) === 'number' ? numberClasses(subject) : textClasses(subject);
    },
    enabled: column !== undefined,
    staleTime: 5 * 60_000,
  });
}

interface Subject {
  table: Pick<QueryRequest, 'datasource' | 'schema' | 'table'>;
  column: TableColumn;
  loader: DataLoader;
  signal: AbortSignal;
}

/** Quantiles are the edges of classes that hold equally many rows; equal edges collapse. */
async function numberClasses({ table, column, loader, signal }: Subject): Promise<ValueClasses | null> {
  const at = Array.from({ length: NUMBER_CLASSES - 1 }, (_, i) =>
    Math.round(((i + 1) * 100) / NUMBER_CLASSES),
  );
  const measure = (fn: string) => ({ fn, column: column.name, as: fn });
  const { rows } = await loader.loadRows(
    {
      ...table,
      aggregates: [
        ...['min', 'max', 'count', ...at.map((percent) => `p${percent}`)].map(measure),
        { fn: 'count', as: 'all_rows' },
      ],
    },
    signal,
  );
  const [row = {}] = rows;
  if (row.min === null || row.min === undefined) return null;
  const [minimum, maximum] = [Number(row.min), Number(row.max)];
  const inner = [...new Set(at.map((percent) => Number(row[`p${percent}`])))];
  return {
    kind: 'numbers',
    edges: [minimum, ...inner.filter((edge) => edge > minimum && edge < maximum), maximum],
    others: Number(row.count) < Number(row.all_rows),
  };
}

async function textClasses({ table, column, loader, signal }: Subject): Promise<ValueClasses | null> {
  const { rows, truncated } = await loader.loadRows(
    {
      ...table,
      group_by: [{ column: column.name }],
      aggregates: [{ fn: 'count', as: 'rows_in_class' }],
      sort: [{ column: 'rows_in_class', dir: 'desc' }],
      limit: MAX_TEXTS,
    },
    signal,
  );
  const values = rows.map((row) => row[column.name]).filter((value) => value !== null && value !== '');
  if (values.length === 0) return null;
  return { kind: 'texts', values: values.map(String), others: truncated || values.length < rows.length };
}
