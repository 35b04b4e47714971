import { inSystem } from '../postgis.ts';
import type { Analysis, AnalysisContext } from '../types.ts';
import { BOTH_PROPS, MAX_FEATURES, MAX_OUTPUT, once, second } from './expressions.ts';

const limits = { features: MAX_FEATURES, output: MAX_OUTPUT };
const noParameters = { type: 'object', additionalProperties: false, properties: {} };

/**
 * The second layer's features that may meet `a`, found by its index: the first layer's geometry is brought into its system, never
 * the other way round. `g` is in the system of the first layer.
 */
function candidates<P>(context: AnalysisContext<P>): string {
  const { postgis, a } = context;
  const b = second(context);
  const [from, to] = [a.frame.srid, b.frame.srid];
  const g = inSystem(postgis, 'c.g', { from: to, to: from });
  return `SELECT c.key, c.props, ${g} AS g FROM (${b.rows}) AS c
    WHERE c.raw ${postgis.op('&&')} ${inSystem(postgis, 'a.g', { from, to })} OFFSET 0`;
}

export const intersection: Analysis<Record<never, never>> = {
  id: 'intersection',
  title: 'Intersection',
  description: 'What each pair of features of two layers has in common, with the attributes of both.',
  inputs: 2,
  parameters: noParameters,
  unit: null,
  limits,
  method: 'ST_Intersection of each pair; what is only a shared border is left out.',
  metric: 'none',
  compile(context) {
    const { fn } = context.postgis;
    return `SELECT o.key, o.props, o.g FROM (
        SELECT a.key || '-' || b.key AS key, ${BOTH_PROPS} AS props,
          ${fn('ST_CollectionExtract')}(${fn('ST_Intersection')}(a.g, b.g),
            1 + least(${fn('ST_Dimension')}(a.g), ${fn('ST_Dimension')}(b.g))) AS g
        FROM ${once(context.a.rows)} AS a CROSS JOIN LATERAL (${candidates(context)}) AS b
        WHERE ${fn('ST_Intersects')}(a.g, b.g)) AS o
      WHERE NOT ${fn('ST_IsEmpty')}(o.g)`;
  },
};

/** All of the second layer that may meet a feature as one geometry; null where there is nothing. */
function unionOfOthers<P>(context: AnalysisContext<P>): string {
  const { fn } = context.postgis;
  return `SELECT ${fn('ST_Union')}(b.g) AS g FROM (${candidates(context)}) AS b WHERE ${fn('ST_Intersects')}(a.g, b.g)`;
}

export const clip: Analysis<Record<never, never>> = {
  id: 'clip',
  title: 'Clip',
  description: 'The parts of features that lie within the second layer.',
  inputs: 2,
  parameters: noParameters,
  unit: null,
  limits,
  method: 'ST_Intersection with the union of the second layer.',
  metric: 'none',
  compile(context) {
    const { fn } = context.postgis;
    return `SELECT o.key, o.props, o.g FROM (
        SELECT a.key, a.props,
          ${fn('ST_CollectionExtract')}(${fn('ST_Intersection')}(a.g, u.g), 1 + ${fn('ST_Dimension')}(a.g)) AS g
        FROM ${once(context.a.rows)} AS a CROSS JOIN LATERAL (${unionOfOthers(context)}) AS u
        WHERE u.g IS NOT NULL) AS o
      WHERE NOT ${fn('ST_IsEmpty')}(o.g)`;
  },
};

export const difference: Analysis<Record<never, never>> = {
  id: 'difference',
  title: 'Difference',
  description: 'The parts of features that lie outside the second layer.',
  inputs: 2,
  parameters: noParameters,
  unit: null,
  limits,
  method: 'ST_Difference with the union of the second layer; features that meet none of it stay whole.',
  metric: 'none',
  compile(context) {
    const { fn } = context.postgis;
    // ST_Difference(a, NULL) is NULL: features that meet nothing would vanish.
    return `SELECT o.key, o.props, o.g FROM (
        SELECT a.key, a.props, CASE WHEN u.g IS NULL THEN a.g ELSE
          ${fn('ST_CollectionExtract')}(${fn('ST_Difference')}(a.g, u.g), 1 + ${fn('ST_Dimension')}(a.g)) END AS g
        FROM ${once(context.a.rows)} AS a CROSS JOIN LATERAL (${unionOfOthers(context)}) AS u) AS o
      WHERE NOT ${fn('ST_IsEmpty')}(o.g)`;
  },
};

export const spatialJoin: Analysis<{
  predicate: 'intersects' | 'contains' | 'within';
  keep: 'all' | 'first' | 'count';
}> = {
  id: 'spatial_join',
  title: 'Join by location',
  description: 'Features with the attributes of the features of a second layer that they meet.',
  inputs: 2,
  parameters: {
    type: 'object',
    additionalProperties: false,
    properties: {
      predicate: {
        type: 'string',
        enum: ['intersects', 'contains', 'within'],
        default: 'intersects',
        title: 'Relation',
        description: 'What the first feature does to the second. A point on a border intersects both areas.',
      },
      keep: {
        type: 'string',
        enum: ['all', 'first', 'count'],
        default: 'all',
        title: 'Keep',
        description: 'A row for each pair, only the first by key, or the number of them',
      },
    },
  },
  unit: null,
  limits,
  method: 'ST_Intersects, ST_Contains or ST_Within of each pair; features without a partner stay.',
  metric: 'none',
  compile(context) {
    const { fn } = context.postgis;
    const { predicate, keep } = context.parameters;
    const test = { intersects: 'ST_Intersects', contains: 'ST_Contains', within: 'ST_Within' }[predicate];
    const partners = `SELECT b.key, b.props FROM (${candidates(context)}) AS b WHERE ${fn(test)}(a.g, b.g)`;
    const { rows } = context.a;
    if (keep === 'count') {
      return `SELECT a.key, a.props || jsonb_build_object('matches', (SELECT count(*) FROM (${partners}) AS p)) AS props, a.g
        FROM ${once(rows)} AS a`;
    }
    const limited = keep === 'first' ? `${partners} ORDER BY b.key LIMIT 1` : partners;
    return `SELECT CASE WHEN b.key IS NULL THEN a.key ELSE a.key || '-' || b.key END AS key,
        CASE WHEN b.key IS NULL THEN a.props ELSE ${BOTH_PROPS} END AS props, a.g
      FROM ${once(rows)} AS a LEFT JOIN LATERAL (${limited}) AS b ON true`;
  },
};
