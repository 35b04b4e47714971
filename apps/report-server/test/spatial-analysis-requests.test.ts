import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ANONYMOUS } from '@cairn/service';
import { PATH, lab, startAnalysis } from './analysis-app.ts';
import type { AnalysisApp } from './analysis-app.ts';

let app: AnalysisApp;
beforeAll(async () => {
  app = await startAnalysis();
});
afterAll(() => app.close());

test('POST /api/v1/explorer/spatial-analysis is 422 with the counts for too many features, results or bytes', async () => {
  const actor = { ...ANONYMOUS, isAdmin: true };
  const run = (analysis: string, input: any, parameters: object, factor: number, maxBytes = 1e6) =>
    app.context.analyses.run(
      actor,
      { analysis, input, parameters: parameters as Record<string, unknown> },
      { signal: AbortSignal.timeout(10_000), limit: { factor, maxBytes, timeoutMs: 10_000, isJob: false } },
    );
  await expect(run('measure', lab('cells'), {}, 0.0001)).rejects.toMatchObject({
    kind: 'unprocessable',
    message: expect.stringContaining('25 features, and at most 20'),
  });
  await expect(run('square_grid', lab('cells'), { size_m: 100 }, 0.0004)).rejects.toMatchObject({
    kind: 'unprocessable',
    message: expect.stringContaining('more than 20 features'),
  });
  await expect(run('hot_spots', lab('cells'), { size_m: 50, grid: 'square' }, 0.0004)).rejects.toMatchObject({
    kind: 'unprocessable',
    message: expect.stringContaining('at most 20 are possible'),
  });
  await expect(run('buffer', lab('cells'), { distance_m: 10 }, 1, 20_000)).rejects.toMatchObject({
    kind: 'unprocessable',
    code: 'report-server.answer_too_large',
  });
});

test.each([
  ['an unknown analysis', { analysis: 'bufer', input: lab('towns') }, 400, 'Did you mean buffer'],
  [
    'a missing parameter',
    { analysis: 'buffer', input: lab('towns') },
    400,
    'parameters.distance_m is missing.',
  ],
  [
    'a parameter of a wrong type',
    { analysis: 'buffer', input: lab('towns'), parameters: { distance_m: 'far' } },
    400,
    'parameters.distance_m must be number',
  ],
  [
    'an unknown parameter',
    { analysis: 'measure', input: lab('towns'), parameters: { x: 1 } },
    400,
    'parameters.x is not a parameter',
  ],
  ['a missing layer', { analysis: 'clip', input: lab('towns') }, 400, 'needs a second layer'],
  [
    'a layer elsewhere',
    { analysis: 'clip', input: lab('towns'), overlay: { ...lab('towns'), datasource: 'other' } },
    400,
    'same datasource',
  ],
  [
    'no SRID',
    { analysis: 'measure', input: lab('unknown') },
    400,
    'input: the geometry column has no coordinate reference system',
  ],
  [
    'degrees out of range',
    { analysis: 'measure', input: lab('beyond') },
    400,
    'feature 77 has a longitude beyond 180°',
  ],
  [
    'an unknown column',
    { analysis: 'measure', input: lab('towns', { columns: ['nam'] }) },
    400,
    'input.columns[0]',
  ],
  [
    'a wrong filter',
    { analysis: 'measure', input: lab('towns', { filter: { column: 'id', op: 'near', value: 1 } }) },
    400,
    'input.filter.op',
  ],
  ['an unknown table', { analysis: 'measure', input: lab('nothing') }, 404, 'nothing'],
  [
    'a layer around the world',
    { analysis: 'dbscan', input: lab('towns'), parameters: { distance_m: 10 } },
    400,
    'spans too much of the world',
  ],
  [
    'more clusters than features',
    { analysis: 'kmeans', input: lab('few'), parameters: { clusters: 3 } },
    422,
    '1 features, and 3 clusters',
  ],
  [
    'too many cells',
    { analysis: 'hot_spots', input: lab('cells'), parameters: { size_m: 0.1 } },
    422,
    'Choose larger cells',
  ],
])('POST /api/v1/explorer/spatial-analysis refuses %s', async (_name, json, status, message) => {
  const answer = await app.analyse(json);
  expect({ status: answer.status, error: answer.body.error }).toEqual({
    status,
    error: expect.stringContaining(message),
  });
});

test('POST /api/v1/explorer/spatial-analysis is 404 for those who may not view the datasource', async () => {
  const json = { analysis: 'measure', input: lab('squares') };
  expect((await app.ask(app.eve, { path: PATH, method: 'POST', json })).status).toBe(404);
});

test('POST /api/v1/explorer/spatial-analysis/validate names reason and place of what is not valid, and repairs it', async () => {
  const validate = (json: object) =>
    app.ask<any>(app.ada, { path: `${PATH}/validate`, method: 'POST', json });
  const bowTie = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
        [0, 0],
      ],
    ],
  };
  expect(await validate({ geometry: bowTie })).toMatchObject({
    status: 200,
    body: {
      valid: false,
      reason: 'Self-intersection',
      location: { coordinates: [0.5, 0.5] },
      repaired: { type: 'MultiPolygon' },
    },
  });
  expect(await validate({ geometry: { type: 'Point', coordinates: [1, 2] } })).toMatchObject({
    body: { valid: true, reason: null, location: null, repaired: null },
  });
  expect((await validate({ geometry: { type: 'Point', coordinates: [200, 10] } })).status).toBe(400);
  expect(
    (
      await validate({
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 1],
            ],
          ],
        },
      })
    ).status,
  ).toBe(400);
  expect((await validate({ geometry: { type: 'Point', coordinates: [1, 2] }, srid: 123_456 })).status).toBe(
    400,
  );
});

test('GET /api/v1/explorer/spatial-analysis/capabilities lists all analyses with their parameters', async () => {
  const { body } = await app.ask<any>(app.ada, { path: `${PATH}/capabilities` });
  expect(body.analyses).toHaveLength(18);
  expect(body.analyses.find(({ id }: any) => id === 'buffer')).toMatchObject({
    inputs: 1,
    unit: 'm',
    group: 'Areas',
    parameters: {
      required: ['distance_m'],
      properties: { distance_m: { title: 'Distance', 'x-unit': 'm' } },
    },
    limits: { features: 200_000, output: 50_000 },
  });
  expect(body).toMatchObject({
    direct: { factor: 1, seconds: 60 },
    job: { factor: 5, seconds: 900, result_bytes: 1024 ** 3, result_hours: 24, unfinished: 5 },
  });
  expect(body.versions.postgis).toMatch(/^3\./);
});
