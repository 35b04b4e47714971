import { formatNumber, t } from '@cairn/ui';
import { metres, describeOperation, sumFields } from '../versions/describe-operation.ts';
import type { Lineage, LineageNode } from './layout.ts';

/** What happened in a version, as a sentence without its stop. */
export function describeVersion(node: LineageNode, { nodes, edges }: Lineage): string {
  const edge = edges.find(({ to, role }) => to === node.version_id && role === 'parent');
  const parent = nodes.find((each) => each.version_id === edge?.from);
  const parameters = node.operation === 'clone' && parent ? { dataset: parent.dataset } : node.parameters;
  return describeOperation({ operation: node.operation, parameters, from: parent?.version });
}

/** The name of an operation on the way to a version. */
export function stepName(operation: string, role: 'parent' | 'clip' | 'other'): string {
  if (role === 'clip') return t('lineage.steps.cut');
  if (role === 'other') return t('lineage.steps.other');
  const name = t(`lineage.steps.${operation}`);
  return name.startsWith('lineage.') ? operation : name;
}

/** The parameters of an operation with readable names. */
export function parameterFacts({ parameters = {} }: LineageNode): [name: string, value: string][] {
  const facts: [string, string][] = [
    [t('lineage.details.where'), text(parameters.where)],
    [t('lineage.details.layer'), text(parameters.layer)],
    [t('lineage.details.field'), text(parameters.field)],
    [t('lineage.details.sums'), sumFields(parameters.aggregations).join(', ')],
    [t('lineage.details.box'), boxText(parameters.bbox)],
    [t('lineage.details.area'), areaText(parameters.geometry)],
    [t('lineage.details.dataset'), text(parameters.clip_dataset)],
    [t('lineage.details.cutLayer'), text(parameters.clip_layer)],
    [t('lineage.details.distance'), metres(parameters.distance)],
    [t('lineage.details.tolerance'), metres(parameters.tolerance)],
    [t('lineage.details.joined'), text(parameters.join_dataset)],
    [t('lineage.details.intersected'), text(parameters.intersect_dataset)],
    [t('lineage.details.calculated'), text(parameters.calculated)],
    [t('lineage.details.expression'), text(parameters.expression)],
    [t('lineage.details.srid'), text(parameters.srid)],
    [t('about.crs'), text(parameters.crs)],
    [t('lineage.details.edits'), typeof parameters.edits === 'number' ? formatNumber(parameters.edits) : ''],
    [t('lineage.details.people'), Array.isArray(parameters.people) ? parameters.people.join(', ') : ''],
    [t('lineage.details.url'), text(parameters.url)],
    [
      t('lineage.details.place'),
      [parameters.endpoint, parameters.bucket, parameters.key].map(text).filter(Boolean).join(' / '),
    ],
  ];
  return facts.filter(([, value]) => value !== '');
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function boxText(bbox: unknown): string {
  if (!Array.isArray(bbox)) return text(bbox);
  return bbox.map((value) => `${formatNumber(Math.round(Number(value) * 10_000) / 10_000)}°`).join(', ');
}

function areaText(geometry: unknown): string {
  if (typeof geometry !== 'object' || geometry === null) return '';
  const numbers = (geometry as { coordinates?: unknown }).coordinates;
  const corners = Array.isArray(numbers) ? countPositions(numbers) : 0;
  // The last corner of a ring is its first.
  const count = Math.max(1, corners - 1);
  return t('lineage.details.corners', { count, number: formatNumber(count) });
}

function countPositions(coordinates: unknown[]): number {
  if (typeof coordinates[0] === 'number') return 1;
  return coordinates.reduce<number>((sum, each) => sum + (Array.isArray(each) ? countPositions(each) : 0), 0);
}
