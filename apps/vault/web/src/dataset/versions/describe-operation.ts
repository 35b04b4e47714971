import { formatNumber, t } from '@cairn/ui';
import { formatLength } from '../derive/measures.ts';

export interface Operation {
  operation: string;
  parameters?: Record<string, unknown> | undefined;
  /** Number of the version that it was created from, if known. */
  from?: number | undefined;
}

/** What an operation did, as a sentence without its stop: "Filtered from version 3: population > 1000". */
export function describeOperation({ operation, parameters = {}, from }: Operation): string {
  const text = (name: string) => textOf(parameters[name]);
  // Without its origin a sentence ends earlier.
  const say = (key: string, values: Record<string, unknown> = {}) =>
    from === undefined
      ? t(`operations.${key}Plain`, values)
      : t(`operations.${key}`, { ...values, version: from });
  switch (operation) {
    case 'upload':
      return t('operations.upload');
    case 'import_url':
      return text('url') ? t('operations.import_url', { from: text('url') }) : t('operations.import');
    case 'import_s3':
      return text('key')
        ? t('operations.import_s3', { from: [text('bucket'), text('key')].filter(Boolean).join('/') })
        : t('operations.import');
    case 'import_mapserver':
      return t('operations.import_mapserver', { from: `${text('workspace')}:${text('layer')}` });
    case 'rollback':
      return say('rollback');
    case 'clone':
      return text('dataset') ? t('operations.clone', { from: text('dataset') }) : t('operations.clonePlain');
    case 'edit':
      return editWords(parameters, from);
    case 'register':
      return t('operations.register');
    case 'filter':
      return say('filter', { where: text('where') });
    case 'dissolve':
      return dissolveWords(parameters, say);
    case 'buffer':
      return say('buffer', { distance: metres(parameters.distance) });
    case 'reproject':
      return say('reproject', { srid: text('srid') });
    case 'simplify':
      return say('simplify', { tolerance: metres(parameters.tolerance) });
    case 'spatial_join':
      return text('join_dataset')
        ? say('spatial_join.dataset', { dataset: text('join_dataset') })
        : say('spatial_join.other');
    case 'intersect':
      return text('intersect_dataset')
        ? say('intersect.dataset', { dataset: text('intersect_dataset') })
        : say('intersect.other');
    case 'calculate':
      return say('calculate', { field: text('calculated'), expression: text('expression') });
    case 'set_crs':
      return say('set_crs', { crs: text('crs'), srid: text('srid') });
    case 'clip':
      return clipWords(parameters, say);
    default:
      return operation;
  }
}

type Say = (key: string, values?: Record<string, unknown>) => string;

function editWords({ edits }: Record<string, unknown>, from: number | undefined): string {
  if (typeof edits !== 'number' || from === undefined) return t('operations.editPlain');
  return t('operations.edit', { count: edits, number: formatNumber(edits), version: from });
}

function dissolveWords(parameters: Record<string, unknown>, say: Say): string {
  const field = textOf(parameters.field);
  const sums = sumFields(parameters.aggregations);
  const words = field ? say('dissolve.field', { field }) : say('dissolve.all');
  return sums.length > 0 ? `${words}, ${t('operations.dissolve.sums', { fields: sums.join(', ') })}` : words;
}

/** Fields whose sums a dissolve keeps: names, or objects with a name. */
export function sumFields(aggregations: unknown): string[] {
  if (!Array.isArray(aggregations)) return [];
  return aggregations.map((each: unknown) =>
    typeof each === 'object' && each !== null ? textOf((each as { field?: unknown }).field) : textOf(each),
  );
}

function clipWords(parameters: Record<string, unknown>, say: Say): string {
  const dataset = textOf(parameters.clip_dataset);
  if (dataset) return say('clip.dataset', { dataset });
  const box = Array.isArray(parameters.bbox) ? parameters.bbox.map((value) => degrees(value)).join(', ') : '';
  if (box) return say('clip.bbox', { box });
  return parameters.mode === 'dataset' ? say('clip.other') : say('clip.draw');
}

/** A length as text; empty for a value that is not a number. */
export function metres(value: unknown): string {
  return typeof value === 'number' ? formatLength(value) : '';
}

function degrees(value: unknown): string {
  return `${formatNumber(Math.round(Number(value) * 1000) / 1000)}°`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
