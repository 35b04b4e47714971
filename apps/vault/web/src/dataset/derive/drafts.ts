import type { Geometry } from 'geojson';
import type { CrsChoice } from '../../client.ts';
import type { Derivation, OperationName } from './derivation.ts';

/** The contents of the forms, complete or not. */
export interface Drafts {
  where: string;
  dissolve: DissolveDraft;
  clip: ClipDraft;
  buffer: BufferDraft;
  /** The system to reproject to. */
  target: CrsChoice | null;
  /** In metres as typed. */
  tolerance: string;
  join: JoinDraft;
  intersect: OtherDraft;
  calculate: CalculateDraft;
}

export interface DissolveDraft {
  mode: 'all' | 'field';
  field: string | null;
  sums: string[];
}

/** Another dataset and the layer of it; empty for its first one. */
export interface OtherDraft {
  dataset: string;
  datasetLayer: string;
}

export const PREDICATES = ['intersects', 'contains', 'within', 'nearest'] as const;

export interface JoinDraft extends OtherDraft {
  predicate: (typeof PREDICATES)[number];
}

export const VALUE_TYPES = ['integer', 'real', 'text'] as const;

export interface CalculateDraft {
  /** Another field gets new values; else there is a new field. */
  replace: boolean;
  field: string;
  /** Null for what the expression gives. */
  type: (typeof VALUE_TYPES)[number] | null;
  expression: string;
}

export interface BufferDraft {
  /** As typed, in metres. */
  distance: string;
  dissolve: boolean;
}

export type BoxSide = 'west' | 'south' | 'east' | 'north';
export const BOX_SIDES = ['west', 'south', 'east', 'north'] as const satisfies BoxSide[];

export interface ClipDraft extends OtherDraft {
  mode: 'draw' | 'bbox' | 'dataset';
  geometry: Geometry | null;
  /** As typed. */
  box: Record<BoxSide, string>;
}

export const NO_DISSOLVE: DissolveDraft = { mode: 'field', field: null, sums: [] };
export const NO_OTHER: OtherDraft = { dataset: '', datasetLayer: '' };
export const NO_JOIN: JoinDraft = { dataset: '', datasetLayer: '', predicate: 'intersects' };
export const NO_BUFFER: BufferDraft = { distance: '', dissolve: false };
export const NO_CALCULATION: CalculateDraft = { replace: false, field: '', type: null, expression: '' };
export const NO_CLIP: ClipDraft = {
  mode: 'draw',
  geometry: null,
  box: { west: '', south: '', east: '', north: '' },
  dataset: '',
  datasetLayer: '',
};

/** What the forms ask for; null while something is missing or wrong. */
export function derivationOf(operation: OperationName, drafts: Drafts, layer: string): Derivation | null {
  const base = layer ? { layer } : {};
  switch (operation) {
    case 'filter':
      return drafts.where.trim() === '' ? null : { operation, filter: { ...base, where: drafts.where } };
    case 'dissolve': {
      const { mode, field, sums } = drafts.dissolve;
      if (mode === 'field' && field === null) return null;
      const aggregations = sums.length > 0 ? { aggregations: sums } : {};
      return {
        operation,
        dissolve: { ...base, mode, ...(mode === 'field' ? { field: field as string } : {}), ...aggregations },
      };
    }
    case 'clip':
      return clipOf(drafts.clip, base);
    case 'reproject':
      return drafts.target && { operation, reproject: { ...base, srid: drafts.target.srid } };
    case 'spatial_join': {
      const { dataset, datasetLayer, predicate } = drafts.join;
      if (dataset === '') return null;
      const joined = { join_dataset: dataset, ...(datasetLayer ? { join_layer: datasetLayer } : {}) };
      return { operation, spatial_join: { ...base, ...joined, predicate } };
    }
    case 'intersect': {
      const { dataset, datasetLayer } = drafts.intersect;
      if (dataset === '') return null;
      const other = {
        intersect_dataset: dataset,
        ...(datasetLayer ? { intersect_layer: datasetLayer } : {}),
      };
      return { operation, intersect: { ...base, ...other } };
    }
    case 'calculate': {
      const { replace, type, expression } = drafts.calculate;
      const field = drafts.calculate.field.trim();
      if (field === '' || expression.trim() === '') return null;
      return { operation, calculate: { ...base, field, replace, expression, ...(type ? { type } : {}) } };
    }
    case 'simplify': {
      const tolerance = readMetres(drafts.tolerance);
      return tolerance === null ? null : { operation, simplify: { ...base, tolerance } };
    }
    case 'buffer': {
      const distance = readMetres(drafts.buffer.distance);
      return distance === null
        ? null
        : { operation, buffer: { ...base, distance, dissolve: drafts.buffer.dissolve } };
    }
  }
}

function clipOf(draft: ClipDraft, base: { layer?: string }): Derivation | null {
  const clip = (more: object): Derivation => ({
    operation: 'clip',
    clip: { ...base, mode: draft.mode, ...more },
  });
  if (draft.mode === 'draw') return draft.geometry ? clip({ geometry: draft.geometry }) : null;
  if (draft.mode === 'dataset') {
    const layer = draft.datasetLayer ? { clip_layer: draft.datasetLayer } : {};
    return draft.dataset ? clip({ clip_dataset: draft.dataset, ...layer }) : null;
  }
  const box = readBox(draft.box);
  return box && clip({ bbox: box });
}

/** Most metres that the server takes. */
export const MAX_METRES = 1_000_000;

/** A length in metres as typed; null while it is missing or wrong. */
export function readMetres(text: string): number | null {
  const value = text.trim() === '' ? NaN : Number(text);
  return value > 0 && value <= MAX_METRES ? value : null;
}

/** Four degrees; null while one is missing or wrong. West may be greater than east: across the antimeridian. */
export function readBox(box: ClipDraft['box']): [number, number, number, number] | null {
  if (BOX_SIDES.some((side) => sideProblem(side, box[side]) !== null || box[side].trim() === '')) return null;
  const [west, south, east, north] = BOX_SIDES.map((side) => Number(box[side])) as [
    number,
    number,
    number,
    number,
  ];
  return south < north && west !== east ? [west, south, east, north] : null;
}

/** What is wrong with one side as typed; an empty one is merely missing. */
export function sideProblem(side: BoxSide, text: string): 'badLongitude' | 'badLatitude' | null {
  if (text.trim() === '') return null;
  const isLongitude = side === 'west' || side === 'east';
  const value = Number(text);
  if (Number.isFinite(value) && Math.abs(value) <= (isLongitude ? 180 : 90)) return null;
  return isLongitude ? 'badLongitude' : 'badLatitude';
}
