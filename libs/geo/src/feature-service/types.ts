/** A field of a layer, as its metadata describes it. */
export interface EsriField {
  name: string;
  type: string;
  alias?: string | undefined;
  nullable?: boolean | undefined;
  domain?: EsriDomain | null | undefined;
}

export interface EsriDomain {
  type: string;
  codedValues?: { code: string | number; name: string }[] | undefined;
}

/** Kinds of geometry that are imported; a table has none. */
export type EsriGeometryKind = 'point' | 'multipoint' | 'polyline' | 'polygon';

/** The positions of a geometry, one list of numbers a part: x, y, then z and m where the layer has them. */
export interface EsriGeometry {
  kind: EsriGeometryKind;
  paths: number[][];
}

export interface EsriFeature {
  attributes: Record<string, unknown>;
  /** Null for an empty geometry too. */
  geometry: EsriGeometry | null;
}

/** One answer to a query. */
export interface EsriPage {
  features: EsriFeature[];
  /** The service has more features than it sent, even when it sent none. */
  exceeded: boolean;
}

/** How positions are sent. */
export interface EsriDimensions {
  hasZ: boolean;
  hasM: boolean;
}

/** What a service sent that cannot be read: a sentence without its values. */
export class EsriFormatError extends Error {}

const KINDS: Record<string, EsriGeometryKind> = {
  esriGeometryPoint: 'point',
  esriGeometryMultipoint: 'multipoint',
  esriGeometryPolyline: 'polyline',
  esriGeometryPolygon: 'polygon',
};

/** Null for geometries that cannot be imported, such as multipatches. */
export function esriGeometryKind(name: string): EsriGeometryKind | null {
  return KINDS[name] ?? null;
}
