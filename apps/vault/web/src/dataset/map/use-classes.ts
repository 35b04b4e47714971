import { useQuery } from '@tanstack/react-query';
import { unwrap } from '@cairn/ui';
import { NUMBER_CLASSES, type ValueClasses } from '@cairn/ui/map';
import { vault, type Field, type Layer, type Version } from '../../client.ts';

const NUMBERS: readonly Field['type'][] = ['integer', 'real'];
const COLORABLE: readonly Field['type'][] = [...NUMBERS, 'text', 'boolean', 'date'];

/** Fields of a large layer by which it can be coloured. */
export function colorableFields(layer: Layer | undefined): string[] {
  const fields = layer?.fields.filter(
    ({ name, type, distinct_count: distinct }) =>
      COLORABLE.includes(type) && name !== layer.fid_column && distinct !== 1,
  );
  return fields?.map(({ name }) => name) ?? [];
}

/** How the values of a field fall into classes, over all features and not only those in view. */
export function useClasses(version: Version, layer: Layer | undefined, color: string) {
  const field = layer?.fields.find(({ name }) => name === color);
  return useQuery({
    queryKey: ['classes', version.id, layer?.name, color],
    queryFn: ({ signal }) => {
      const subject = { version, layer: layer as Layer, field: color, signal };
      return NUMBERS.includes((field as Field).type) ? numberClasses(subject) : textClasses(subject);
    },
    enabled: layer !== undefined && field !== undefined,
    staleTime: Infinity,
  });
}

interface Subject {
  version: Version;
  layer: Layer;
  field: string;
  signal: AbortSignal;
}

/** The values at equal distances along the sorted rows are the edges of classes that hold equally many. */
async function numberClasses(subject: Subject): Promise<ValueClasses | null> {
  const first = await valueAt(subject, 0);
  if (first.value === null) return null;
  const positions = Array.from({ length: NUMBER_CLASSES - 1 }, (_, i) =>
    Math.floor(((i + 1) * first.total) / NUMBER_CLASSES),
  );
  const rest = await Promise.all(
    [...positions, first.total - 1].map(async (offset) => (await valueAt(subject, offset)).value),
  );
  const maximum = rest.pop() ?? first.value;
  const inner = [...new Set(rest)].filter((edge) => edge !== null && edge > (first.value as number));
  return {
    kind: 'numbers',
    edges: [first.value, ...(inner as number[]), maximum],
    others: first.total < subject.layer.feature_count,
  };
}

async function valueAt({ version, layer, field, signal }: Subject, offset: number) {
  const page = await unwrap(
    vault.GET('/datasets/{name}/versions/{version}/edit/rows', {
      params: {
        path: { name: version.dataset, version: version.version },
        query: {
          layer: layer.name,
          sort: field,
          order: 'asc',
          filters: JSON.stringify([{ column: field, op: 'not_null' }]),
          limit: 1,
          offset,
          sealed: true,
          // Only the first answer says how many values there are.
          count: offset === 0,
        },
      },
      signal,
    }),
  );
  const value = page.rows[0]?.[field];
  return { value: typeof value === 'number' ? value : null, total: page.total };
}

async function textClasses({ version, layer, field, signal }: Subject): Promise<ValueClasses | null> {
  const distinct = await unwrap(
    vault.GET('/datasets/{name}/versions/{version}/values', {
      params: {
        path: { name: version.dataset, version: version.version },
        query: { layer: layer.name, field },
      },
      signal,
    }),
  );
  const values = distinct.values.filter((value) => value !== null && value !== '').map(String);
  if (values.length === 0) return null;
  return { kind: 'texts', values, others: distinct.truncated || values.length < distinct.values.length };
}
