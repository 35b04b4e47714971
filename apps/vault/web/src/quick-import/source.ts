import { t } from '@cairn/ui';
import type { ListedService } from '../import/feature-service-source.tsx';
import { layerParts, layerProblem } from '../import/map-layer.ts';

export const SOURCES = ['upload', 'url', 's3', 'featuresvc', 'mapserver', 'spatialdb'] as const;

/** What the form asks for, besides the database to load into. */
export interface Values extends Record<string, unknown> {
  source: string;
  file: File | null;
  url: string;
  bucket: string;
  key: string;
  endpoint: string;
  accessKey: string;
  secretKey: string;
  /** A feature service, the ids of its layers to load, and the beginning of the names of their tables. */
  service: ListedService | null;
  layers: number[];
  prefix: string;
  /** Id of a map server, and its layer as `workspace:layer`. */
  server: string;
  layer: string;
  /** Id of the database to copy from. */
  database: string;
  /** Schema and name of each table, as JSON: each may hold any character. */
  tables: string[];
}

export const EMPTY: Values = {
  source: 'upload',
  file: null,
  url: '',
  bucket: '',
  key: '',
  endpoint: '',
  accessKey: '',
  secretKey: '',
  service: null,
  layers: [],
  prefix: '',
  server: '',
  layer: '',
  database: '',
  tables: [],
};

/** A sentence for each field of the source that is wrong. */
export function sourceProblems(
  values: Values,
  isWebAddress: (text: string) => boolean,
): Partial<Record<keyof Values, string>> {
  const { source, file, url, bucket, key, accessKey, secretKey, database, tables } = values;
  const { service, layers, server, layer } = values;
  switch (source) {
    case 'upload':
      return file ? {} : { file: t('quick.wrong.file') };
    case 'url':
      return isWebAddress(url) ? {} : { url: t('import.url.wrong') };
    case 's3':
      return {
        ...(bucket.trim() === '' ? { bucket: t('import.s3.bucketMissing') } : {}),
        ...(key.trim() === '' ? { key: t('import.s3.keyMissing') } : {}),
        ...((accessKey.trim() === '') === (secretKey.trim() === '')
          ? {}
          : { secretKey: t('import.s3.bothKeys') }),
      };
    case 'featuresvc':
      if (!service) return { service: t('quick.wrong.service') };
      return layers.length > 0 ? {} : { layers: t('import.featuresvc.noLayers') };
    case 'mapserver': {
      const problem = layerProblem(layer);
      return {
        ...(server === '' ? { server: t('quick.wrong.server') } : {}),
        ...(problem ? { layer: problem } : {}),
      };
    }
    default:
      return {
        ...(database === '' ? { database: t('databases.missing') } : {}),
        ...(tables.length === 0 ? { tables: t('quick.wrong.tables') } : {}),
      };
  }
}

/** The source as the contract names it; what is blank is left out. */
export function sourceFields(values: Values): Record<string, unknown> {
  const { source, url, bucket, key, endpoint, accessKey, secretKey, database, tables } = values;
  if (source === 'url') return { source_type: 'url', url: url.trim() };
  if (source === 'featuresvc' && values.service) {
    const { service_url, ...login } = values.service.source;
    const given = Object.entries(login).filter(([, value]) => value !== '');
    return {
      source_type: 'featuresvc',
      featuresvc_service_url: service_url,
      ...Object.fromEntries(given.map(([name, value]) => [`featuresvc_${name}`, value])),
      featuresvc_layer_ids: values.layers,
      ...(values.prefix.trim() === '' ? {} : { featuresvc_prefix: values.prefix.trim() }),
    };
  }
  if (source === 'mapserver') {
    const { workspace, name } = layerParts(values.layer);
    return {
      source_type: 'mapserver',
      mapserver_connection_id: Number(values.server),
      mapserver_workspace: workspace,
      mapserver_layer: name,
    };
  }
  if (source === 'spatialdb') {
    const names = tables.map((table) => JSON.parse(table) as [schema: string, name: string]);
    return {
      source_type: 'spatialdb',
      source_database_id: Number(database),
      source_schema: names[0]?.[0],
      source_tables: names.map(([, name]) => name),
    };
  }
  const texts = {
    s3_bucket: bucket,
    s3_key: key,
    s3_endpoint: endpoint,
    s3_access_key: accessKey,
    s3_secret_key: secretKey,
  };
  const filled = Object.entries(texts).filter(([, value]) => value.trim() !== '');
  return {
    source_type: 's3',
    ...Object.fromEntries(filled.map(([name, value]) => [name, value.trim()])),
    ...(endpoint.trim() === '' ? {} : { s3_path_style: true }),
  };
}
