import type { Analysis, AnalysisContext } from '../types.ts';
import { MAX_OUTPUT, MAX_POINTS, metres, metric, pointOf } from './expressions.ts';

const limits = { features: MAX_POINTS, output: MAX_OUTPUT };
const result = {
  result: {
    type: 'string',
    title: 'Result',
    enum: ['points', 'clusters'],
    default: 'points',
    description: 'Each feature with the number of its cluster, or the outline of each cluster',
  },
};

type Result = 'points' | 'clusters';

/** Features with the number of their cluster, or a hull around those of each cluster. */
function clustered<P>(
  { postgis, a }: AnalysisContext<P>,
  { cluster, result: wanted }: { cluster: string; result: Result },
): string {
  const { fn } = postgis;
  if (wanted === 'points') {
    return `SELECT p.key, p.props || jsonb_build_object('cluster', p.cluster) AS props, p.g
      FROM (SELECT a.key, a.props, a.g, ${cluster} AS cluster FROM (${a.rows}) AS a) AS p`;
  }
  return `SELECT c.cluster::text AS key, jsonb_build_object('cluster', c.cluster, 'features', count(*)) AS props,
      ${fn('ST_ConvexHull')}(${fn('ST_Collect')}(c.g)) AS g
    FROM (SELECT ${pointOf(postgis, a, 'a.g')} AS g, ${cluster} AS cluster FROM (${a.rows}) AS a) AS c
    WHERE c.cluster IS NOT NULL GROUP BY c.cluster ORDER BY c.cluster`;
}

export const dbscan: Analysis<{ distance_m: number; min_points: number; result: Result }> = {
  id: 'dbscan',
  title: 'Density clusters (DBSCAN)',
  description: 'Clusters of features that are near one another; features in no cluster are noise.',
  inputs: 1,
  parameters: {
    type: 'object',
    additionalProperties: false,
    required: ['distance_m'],
    properties: {
      distance_m: metres('Distance', {
        ...{ exclusiveMinimum: 0, maximum: 5_000_000 },
        description: 'Greatest distance between neighbours',
      }),
      min_points: {
        type: 'integer',
        minimum: 1,
        maximum: 10_000,
        default: 5,
        title: 'Minimum neighbours',
        description: 'Features that the core of a cluster has around it, itself included',
      },
      ...result,
    },
  },
  unit: 'm',
  limits,
  method:
    'ST_ClusterDBSCAN in planar metres; lines and areas by a point on them. Noise has the cluster null.',
  metric: 'required',
  compile(context) {
    const { postgis, a, parameters, bind } = context;
    const point = pointOf(postgis, a, metric(postgis, a, 'a'));
    const size = `${bind(parameters.distance_m, 'float8')}, ${bind(parameters.min_points, 'int4')}`;
    const cluster = `${postgis.fn('ST_ClusterDBSCAN')}(${point}, ${size}) OVER ()`;
    return clustered(context, { cluster, result: parameters.result });
  },
};

export const kmeans: Analysis<{ clusters: number; result: Result }> = {
  id: 'kmeans',
  title: 'Clusters by number (k-means)',
  description: 'Divides features into a number of clusters, each around its centre.',
  inputs: 1,
  parameters: {
    type: 'object',
    additionalProperties: false,
    required: ['clusters'],
    properties: {
      clusters: {
        type: 'integer',
        minimum: 1,
        maximum: 1_000,
        title: 'Number of clusters',
        description: 'Not more than there are features',
      },
      ...result,
    },
  },
  unit: null,
  limits,
  method: 'ST_ClusterKMeans in planar metres; lines and areas by a point on them.',
  metric: 'required',
  compile(context) {
    const { postgis, a, parameters, bind } = context;
    const point = pointOf(postgis, a, metric(postgis, a, 'a'));
    const cluster = `${postgis.fn('ST_ClusterKMeans')}(${point}, ${bind(parameters.clusters, 'int4')}) OVER ()`;
    return clustered(context, { cluster, result: parameters.result });
  },
};
