import { unprocessable } from '@cairn/service';
import type { Analysis, AnalysisContext } from '../types.ts';
import { MAX_OUTPUT, MAX_POINTS, metres } from './expressions.ts';
import { cellShape, cellsOf } from './grid-cells.ts';
import type { GridKind } from './grid-cells.ts';

const limits = { features: MAX_POINTS, output: MAX_OUTPUT };
const size_m = metres('Cell size', {
  ...{ exclusiveMinimum: 0, maximum: 5_000_000 },
  description: 'Edge of a cell',
});
const value = {
  value_column: {
    type: ['string', 'null'],
    default: null,
    title: 'Sum of',
    'x-column': 'number',
    description: 'A column of numbers that is summed up instead of counting features',
  },
};
/** Gi* of fewer cells than this says little. */
const FEW_CELLS = 30;
const METRES_PER_DEGREE = 111_320;

interface GridParameters {
  size_m: number;
  value_column: string | null;
}

/** Cells with their number of features, or the sum of their values. */
function countedCells<P extends { value_column?: string | null }>(
  context: AnalysisContext<P>,
  { kind, size }: { kind: GridKind; size: string },
): string {
  return `SELECT c.i, c.j, count(*) AS n, sum(c.value) AS total
    FROM (${cellsOf(context, { kind, size })}) AS c GROUP BY c.i, c.j`;
}

function grid(
  kind: GridKind,
  texts: Pick<Analysis, 'id' | 'title' | 'description'>,
): Analysis<GridParameters> {
  return {
    ...texts,
    inputs: 1,
    parameters: {
      type: 'object',
      additionalProperties: false,
      required: ['size_m'],
      properties: { size_m, ...value },
    },
    unit: 'features',
    limits,
    method:
      'The cell of each feature by arithmetic on its point, so that each counts once; lines and areas by a point on them.',
    metric: 'equalArea',
    compile(context) {
      const size = context.bind(context.parameters.size_m, 'float8');
      const shape = cellShape(context, { kind, size, i: 'c.i', j: 'c.j' });
      const sum = context.parameters.value_column === null ? '' : `|| jsonb_build_object('sum', c.total)`;
      return `SELECT c.i || ',' || c.j AS key, jsonb_build_object('count', c.n) ${sum} AS props, ${shape} AS g
        FROM (${countedCells(context, { kind, size })}) AS c`;
    },
  };
}

export const squareGrid = grid('square', {
  id: 'square_grid',
  title: 'Square grid',
  description: 'Features counted by the squares of a grid.',
});

export const hexagonGrid = grid('hexagon', {
  id: 'hexagon_grid',
  title: 'Hexagon grid',
  description: 'Features counted by the hexagons of a grid.',
});

/** Neighbours of a cell as steps of `i` and of the row `k` in which hexagons are not shifted, with their distance in cell sizes. */
function steps(kind: GridKind, { reach, band }: { reach: string; band: string }): string {
  const y = kind === 'square' ? 'dk' : 'sqrt(3) * (dk + di / 2.0)';
  const x = kind === 'square' ? 'di' : '1.5 * di';
  return `SELECT di, dk, sqrt((${x}) ^ 2 + (${y}) ^ 2) AS d
    FROM generate_series(-${reach}, ${reach}) AS di, generate_series(-${reach}, ${reach}) AS dk
    WHERE sqrt((${x}) ^ 2 + (${y}) ^ 2) <= ${band}`;
}

/** The row without the shift of hexagons. */
const toRow = (kind: GridKind, i: string, j: string) =>
  kind === 'square' ? j : `(${j} - floor(${i} / 2.0)::integer)`;

export const density: Analysis<{ size_m: number; radius_m: number }> = {
  id: 'density',
  title: 'Density',
  description: 'Features per km² around each cell of a grid, for heat maps.',
  inputs: 1,
  parameters: {
    type: 'object',
    additionalProperties: false,
    required: ['size_m', 'radius_m'],
    properties: {
      size_m,
      radius_m: metres('Radius', {
        ...{ exclusiveMinimum: 0, maximum: 5_000_000 },
        description: 'Features within it count, the less the farther',
      }),
    },
  },
  unit: 'features/km²',
  limits,
  method: 'Quartic kernel 3/(πr²)·(1−(d/r)²)² over the counts of a square grid.',
  metric: 'required',
  compile(context) {
    const { parameters, bind } = context;
    checkReach(parameters.radius_m / parameters.size_m);
    const size = bind(parameters.size_m, 'float8');
    const radius = bind(parameters.radius_m, 'float8');
    const reach = bind(Math.ceil(parameters.radius_m / parameters.size_m), 'int4');
    const shape = cellShape(context, { kind: 'square', size, i: 'd.i', j: 'd.j' });
    return `WITH cells AS MATERIALIZED (${countedCells({ ...context, parameters: {} }, { kind: 'square', size })}),
        steps AS MATERIALIZED (${steps('square', { reach, band: `${radius} / ${size}` })})
      SELECT d.i || ',' || d.j AS key, jsonb_build_object('density', d.density) AS props, ${shape} AS g
      FROM (SELECT c.i + s.di AS i, c.j + s.dk AS j,
          sum(c.n * 3e6 / (pi() * ${radius} ^ 2) * (1 - (s.d * ${size} / ${radius}) ^ 2) ^ 2) AS density
        FROM cells AS c CROSS JOIN steps AS s GROUP BY 1, 2) AS d
      WHERE d.density > 0`;
  },
};

interface HotSpotParameters extends GridParameters {
  grid: GridKind;
  band_m: number | null;
}

export const hotSpots: Analysis<HotSpotParameters> = {
  id: 'hot_spots',
  title: 'Hot spots (Getis-Ord Gi*)',
  description: 'Where high or low values gather more than chance would have it.',
  inputs: 1,
  parameters: {
    type: 'object',
    additionalProperties: false,
    required: ['size_m'],
    properties: {
      size_m,
      grid: { type: 'string', title: 'Cells', enum: ['square', 'hexagon'], default: 'hexagon' },
      band_m: {
        type: ['number', 'null'],
        exclusiveMinimum: 0,
        maximum: 5_000_000,
        default: null,
        title: 'Distance of neighbours',
        'x-unit': 'm',
        description: 'Cells within it are neighbours; without it the cells around each cell',
      },
      ...value,
    },
  },
  unit: 'standard deviations',
  limits,
  method:
    'Gi* of all cells between the outermost features, empty ones too; neighbours within the band have weight 1, the cell itself included. 1.65, 1.96 and 2.58 are 90, 95 and 99 % confidence, without a correction for many cells.',
  metric: 'required',
  compile(context) {
    const { parameters, bind } = context;
    const { grid: kind, size_m: sizeM } = parameters;
    checkCells(context, { kind, sizeM });
    const bandM = parameters.band_m ?? sizeM * (kind === 'square' ? 1.5 : 1.8);
    checkReach(bandM / sizeM);
    const size = bind(sizeM, 'float8');
    const reach = bind(Math.ceil(bandM / sizeM), 'int4');
    const band = `${bind(bandM, 'float8')} / ${size}`;
    const measured = parameters.value_column === null ? 'c.n' : 'c.total';
    const shape = cellShape(context, { kind, size, i: 'z.i', j: 'z.j' });
    return `WITH cells AS MATERIALIZED (${countedCells(context, { kind, size })}),
        area AS MATERIALIZED (
          SELECT i, j, ${toRow(kind, 'i', 'j')} AS k, coalesce(${measured}, 0)::float8 AS v
          FROM (SELECT min(i) AS i0, max(i) AS i1, min(j) AS j0, max(j) AS j1 FROM cells) AS r
            CROSS JOIN generate_series(r.i0, r.i1) AS i CROSS JOIN generate_series(r.j0, r.j1) AS j
            LEFT JOIN cells AS c USING (i, j)),
        whole AS (SELECT count(*)::float8 AS n, avg(v) AS mean, stddev_pop(v) AS deviation FROM area),
        steps AS MATERIALIZED (${steps(kind, { reach, band })}),
        sums AS (SELECT a.i + s.di AS i, a.k + s.dk AS k, sum(a.v) AS wx, count(*)::float8 AS w
          FROM area AS a CROSS JOIN steps AS s GROUP BY 1, 2)
      SELECT z.i || ',' || z.j AS key, jsonb_build_object('value', z.v, 'gi_z', z.gi, 'class', CASE
          WHEN z.gi >= 2.58 THEN 'hot 99 %' WHEN z.gi >= 1.96 THEN 'hot 95 %' WHEN z.gi >= 1.65 THEN 'hot 90 %'
          WHEN z.gi <= -2.58 THEN 'cold 99 %' WHEN z.gi <= -1.96 THEN 'cold 95 %' WHEN z.gi <= -1.65 THEN 'cold 90 %'
          ELSE 'not significant' END) AS props, ${shape} AS g
      FROM (SELECT a.i, a.j, a.v,
          (s.wx - t.mean * s.w) / nullif(t.deviation * sqrt((t.n * s.w - s.w ^ 2) / nullif(t.n - 1, 0)), 0) AS gi
        FROM area AS a JOIN sums AS s USING (i, k) CROSS JOIN whole AS t) AS z`;
  },
};

/** @throws {AppError} unprocessable when a cell would have too many neighbours */
function checkReach(cells: number): void {
  if (cells <= 50) return;
  throw unprocessable(
    'report-server.analysis_reach',
    `The distance is ${Math.round(cells)} cells wide, and at most 50 are possible. Choose larger cells or a shorter distance.`,
  );
}

/** @throws {AppError} unprocessable when the area between the outermost features has too many cells */
function checkCells(
  { a, warn, maxOutput }: AnalysisContext<HotSpotParameters>,
  { kind, sizeM }: { kind: GridKind; sizeM: number },
): void {
  if (!a.frame.extent) return;
  const [west, south, east, north] = a.frame.extent;
  const width = (east - west) * METRES_PER_DEGREE * Math.cos((((south + north) / 2) * Math.PI) / 180);
  const height = (north - south) * METRES_PER_DEGREE;
  const area = sizeM ** 2 * (kind === 'square' ? 1 : 1.5 * Math.sqrt(3));
  const cells = Math.round((width * height) / area);
  if (cells > maxOutput) {
    throw unprocessable(
      'report-server.too_many_cells',
      `The area would have about ${cells} cells, and at most ${maxOutput} are possible. Choose larger cells, or filter.`,
    );
  }
  if (cells < FEW_CELLS) {
    warn(`The area has fewer than ${FEW_CELLS} cells, too few for a reliable result. Choose smaller cells.`);
  }
}
