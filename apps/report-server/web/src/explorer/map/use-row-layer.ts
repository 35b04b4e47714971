import { useMemo } from 'react';
import type { Feature, Geometry } from 'geojson';
import { nameAttribute, type FeatureLayer } from '@cairn/ui/map';
import type { TableColumn } from '../../client.ts';
import { kindOf } from '../state/column-kind.ts';
import { useRows } from '../queries.ts';
import { useExplorer } from '../state/explorer-context.tsx';
import { keyOf } from '../table/table-rows.ts';

/** Features that one answer holds; the browser draws as many without a pause. */
export const MAX_FEATURES = 5000;

/** Columns by which the map can be coloured. */
export function colorable(columns: TableColumn[]): TableColumn[] {
  return columns.filter((column) => ['number', 'text', 'boolean'].includes(kindOf(column)));
}

/** The filtered rows as the map draws them, with the columns that colour and name them. */
export function useRowLayer(color: string) {
  const { source, tree } = useExplorer();
  const { datasource, schema, table, metadata } = source;
  const { columns, geometry: geometries, primary_key: key } = metadata;
  const geometry = geometries[0]?.column;
  const request = useMemo(() => {
    if (geometry === undefined) return null;
    const named = nameAttribute(columns.map(({ name }) => name));
    const fetched = [...key, geometry, color, named].filter((name) => name !== undefined && name !== '');
    return {
      ...{ datasource, schema, table },
      columns: [...new Set(fetched)] as string[],
      ...(tree ? { filter: tree } : {}),
      limit: MAX_FEATURES,
    };
  }, [datasource, schema, table, columns, geometry, key, color, tree]);
  const answer = useRows(request);
  const layer = useMemo((): FeatureLayer | null => {
    if (!answer.data || geometry === undefined) return null;
    const features = answer.data.rows.flatMap((row, at): Feature[] => {
      const { [geometry]: shape, ...properties } = row;
      if (!shape) return [];
      return [{ type: 'Feature', id: keyOf(row, key) ?? at, geometry: shape as Geometry, properties }];
    });
    return {
      id: table,
      title: table,
      data: { type: 'FeatureCollection', features },
      colorBy: color || undefined,
    };
  }, [answer.data, geometry, key, table, color]);
  return { layer, answer };
}
