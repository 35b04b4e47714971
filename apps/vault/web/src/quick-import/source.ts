import { t } from '@cairn/ui';

export const SOURCES = ['upload', 'url', 's3', 'spatialdb'] as const;

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
  database: '',
  tables: [],
};

/** A sentence for each field of the source that is wrong. */
export function sourceProblems(
  values: Values,
  isWebAddress: (text: string) => boolean,
): Partial<Record<keyof Values, string>> {
  const { source, file, url, bucket, key, accessKey, secretKey, database, tables } = values;
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
