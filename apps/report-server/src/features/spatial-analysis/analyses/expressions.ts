import { geographyOf, inSystem } from '../postgis.ts';
import type { AnalysisContext, AnalysisLayer, Postgis } from '../types.ts';

/** The geography of the prepared geometry `<alias>.g` of a layer. */
export function geography(postgis: Postgis, { frame }: AnalysisLayer, alias: string): string {
  return geographyOf(postgis, `${alias}.g`, frame.srid);
}

/** The prepared geometry in planar metres. @throws when the layer has no such system; the service has checked it */
export function metric(postgis: Postgis, layer: AnalysisLayer, alias: string): string {
  const { srid, metricSrid } = layer.frame;
  if (metricSrid === null) throw new Error('the layer has no metric system');
  return inSystem(postgis, `${alias}.g`, { from: srid, to: metricSrid });
}

/** A point for each feature: itself, or a point on lines and areas. */
export function pointOf(postgis: Postgis, { dimension }: AnalysisLayer, geometry: string): string {
  const { fn } = postgis;
  if (dimension === 0) return `${fn('ST_GeometryN')}(${geometry}, 1)`;
  return `${fn('ST_PointOnSurface')}(${geometry})`;
}

/**
 * The rows of a layer with each geometry prepared once: without the limit the planner copies the expression to all its uses. Not for
 * rows that an index is to find.
 */
export function once(rows: string): string {
  return `(SELECT * FROM (${rows}) AS each_row OFFSET 0)`;
}

/** The second layer. @throws when there is none; the service has checked it */
export function second<P>({ b }: AnalysisContext<P>): AnalysisLayer {
  if (!b) throw new Error('the analysis needs a second layer');
  return b;
}

/** Attributes of both features; those of the second begin with `b_`. */
export const BOTH_PROPS = `a.props || (SELECT coalesce(jsonb_object_agg('b_' || p.key, p.value), '{}'::jsonb) FROM jsonb_each(b.props) AS p)`;

/** A schema for a number of metres. `x-unit` is for forms. */
export function metres(title: string, schema: Record<string, unknown> = {}) {
  return { type: 'number', title, 'x-unit': 'm', ...schema };
}

export const MAX_FEATURES = 200_000;
export const MAX_POINTS = 1_000_000;
export const MAX_OUTPUT = 50_000;
