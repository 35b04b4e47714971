import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase } from '@cairn/testing';
import { ask, upload } from './client.ts';
import { editor } from './editing.ts';
import { saveConnection } from './external-sources.ts';
import { startPublishing } from './map-publishing.ts';
import type { Publishing } from './map-publishing.ts';

/** Names as another person's map server may have them; it decides what is in a catalog. */
const NAMES = [
  `o'brien "and" \`sons\``,
  '../../etc\\passwd',
  '%2F..%2Fx%00.gpkg',
  'tab\tline\nreturn\rend',
  `x'; DROP TABLE vault.datasets; --`,
  `x"); DELETE FROM gpkg_contents; --`,
  '<script>alert(1)</script>&amp;',
  'a,b?x=1&y=2#z',
  'roads.json',
  '道'.repeat(200),
];
const FEATURES = 243;

let vault: Publishing;

beforeAll(async () => {
  vault = await startPublishing();
  await upload(vault.app, vault.ada, { file: 'populated-places.geojson', dataset: 'places' });
  const { body } = await vault.publish('places');
  expect(await vault.ended(body.job_id)).toMatchObject({ status: 'succeeded' });
});
afterAll(() => vault.close());

function withStandIn(title: string, run: () => Promise<void>): void {
  if (process.env.GEOSERVER_URL === undefined) test(title, run);
}

/** Lists the layer of the data under other names too. */
function addLayers(names: string[], workspace = vault.workspace): void {
  const { workspaces } = vault.server.standIn!.catalog;
  const places = workspaces.get(vault.workspace)!.layers.get('places')!;
  const target = workspaces.get(workspace) ?? { stores: new Map(), styles: new Map(), layers: new Map() };
  for (const name of names) target.layers.set(name, { ...places, type: { ...places.type, name } });
  workspaces.set(workspace, target);
}

const importLayer = (layer: string, more: Record<string, unknown> = {}) =>
  ask(vault.app, vault.ada, {
    path: '/api/mapserver/catalog/import',
    method: 'POST',
    json: { connection_id: vault.connection, workspace: vault.workspace, layer_name: layer, ...more },
  });
const layersOf = async (dataset: string, version = 1) => {
  const path = `/metadata?dataset=${encodeURIComponent(dataset)}&version=${version}`;
  return (await ask(vault.app, vault.ada, { path })).body.layers;
};

withStandIn('GET /api/mapserver/catalog lists layers and workspaces by any name as they are', async () => {
  addLayers(NAMES);
  addLayers(['inner'], `w's/../%2F`);
  const path = `/api/mapserver/catalog?connection_id=${vault.connection}`;
  const { status, body } = await ask(vault.app, vault.ada, { path });
  expect(status).toBe(200);
  const names = body.layers.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(NAMES));
  expect(body.layers).toContainEqual({ workspace: `w's/../%2F`, name: 'inner' });
});

withStandIn(
  'POST /api/mapserver/catalog/import takes names of layers as names, whatever they contain',
  async () => {
    addLayers(NAMES);
    const before = await vault.app.stored();
    const answers = await Promise.all(
      NAMES.map((name, index) => importLayer(name, { dataset_name: `copy ${index}` })),
    );
    for (const [index, { status, body }] of answers.entries()) {
      expect([NAMES[index], status, body.error]).toEqual([NAMES[index], 201, undefined]);
      expect(body.dataset).toBe(`copy ${index}`);
      const [layer, ...more] = await layersOf(body.dataset);
      expect([layer.feature_count, more]).toEqual([FEATURES, []]);
      const rows = await editor(vault.app, vault.ada, body.dataset).rows({ limit: 1 });
      expect([rows.status, rows.body.total]).toEqual([200, FEATURES]);
    }
    const after = await vault.app.stored();
    expect([after.incoming.length, after.work.length]).toEqual([0, 0]);
    expect(after.objects.length).toBe(before.objects.length + NAMES.length);
  },
);

withStandIn(
  'POST /api/mapserver/catalog/import makes a plain dataset name of any layer, or asks for one',
  async () => {
    addLayers(NAMES);
    for (const name of NAMES) {
      const { status, body } = await importLayer(name);
      const { error, dataset } = body;
      if (status === 400) expect(error).toMatch(/maximum|Set dataset_name|Choose a shorter one/);
      else if (status === 409) expect(error).toMatch(/Set dataset_name/);
      else expect([name, status, dataset]).toEqual([name, 201, expect.stringMatching(/^ws_[^/\\%<>'"`;]*$/)]);
      expect(dataset ?? '').not.toMatch(/\.\.|\p{Cc}/u);
    }
  },
);

withStandIn(
  'POST /api/mapserver/catalog/import refuses the name of another layer, until the client chooses one',
  async () => {
    addLayers(['Twins', 'twins', 'tw/ins', 'tw?ins']);
    addLayers(['x_twins'], 'a');
    addLayers(['twins'], 'a_x');
    const first = await importLayer('Twins');
    const dataset = `${vault.workspace}_twins`;
    expect([first.status, first.body.dataset]).toEqual([201, dataset]);
    const other = await importLayer('twins');
    expect([other.status, other.body.error]).toEqual([
      409,
      `The dataset "${dataset}" already exists, and was not imported from the layer "twins" of the workspace "${vault.workspace}". Set dataset_name: another name, or this one to add the layer as its next version.`,
    ]);
    expect((await importLayer('Twins')).body).toMatchObject({ dataset });
    expect((await importLayer('twins', { dataset_name: dataset })).body).toMatchObject({ dataset });
    expect((await importLayer('twins', { dataset_name: 'the other' })).body).toMatchObject({
      ...{ dataset: 'the other', version: 1 },
    });
    expect((await importLayer('tw/ins')).status).toBe(201);
    expect((await importLayer('tw?ins')).status).toBe(409);
    expect((await importLayer('x_twins', { workspace: 'a' })).body.dataset).toBe('a_x_twins');
    expect((await importLayer('twins', { workspace: 'a_x' })).status).toBe(409);
  },
);

withStandIn(
  'POST /api/mapserver/catalog/import keeps layers apart that are imported at the same time',
  async () => {
    addLayers(['Same', 'same', 'SAME']);
    const answers = await Promise.all(['Same', 'same', 'SAME'].map((name) => importLayer(name)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    for (const { status, body } of answers) if (status === 409) expect(body.error).toMatch(/name/);
    const { body } = await ask(vault.app, vault.ada, { path: `/datasets/${vault.workspace}_same/versions` });
    expect(body.versions).toHaveLength(1);
  },
);

withStandIn('POST /api/mapserver/catalog/import returns 400 for names that no layer has', async () => {
  const { requests } = vault.server.standIn!;
  for (const [workspace, layer] of [
    ['..', 'places'],
    ['.', 'places'],
    [`${vault.workspace}/..`, 'places'],
    [vault.workspace, `x/../${vault.workspace}:places`],
    [vault.workspace, 'places:x'],
    [vault.workspace, 'PLACES'],
    [vault.workspace, 'x'.repeat(201)],
    [vault.workspace, 'nul\u0000'],
  ] as const) {
    const from = requests.length;
    const { status, body } = await importLayer(layer, { workspace, dataset_name: 'none' });
    expect([layer, status, body.error]).toEqual([layer, 400, expect.stringMatching(/\w/)]);
    for (const { url } of requests.slice(from))
      expect(url).toMatch(/^\/geoserver\/rest\/layers\/[^/]+\.json$/);
  }
});

withStandIn('POST /api/quick-import names tables after layers, and refuses a table that exists', async () => {
  const target = await createTestDatabase();
  try {
    const names = [`x"; DROP TABLE keep; --`, 'Roads', 'roads', '../../etc', 'ü'.repeat(200)];
    addLayers(names);
    const json = {
      ...{ source_type: 'mapserver', mapserver_connection_id: vault.connection },
      ...{ mapserver_workspace: vault.workspace },
      spatialdb_connection_id: await saveConnection(vault.app, target.adminUrl),
    };
    const tables: string[] = [];
    for (const mapserver_layer of names) {
      const { status, body } = await ask(vault.app, vault.ada, {
        path: '/api/quick-import',
        method: 'POST',
        json: { ...json, mapserver_layer },
      });
      if (mapserver_layer === 'roads') {
        expect([status, body.error]).toEqual([
          409,
          expect.stringMatching(/table public.roads already exists/),
        ]);
        continue;
      }
      expect([mapserver_layer, status, body.error]).toEqual([mapserver_layer, 201, undefined]);
      tables.push(...body.tables.map(({ table }: { table: string }) => table));
    }
    expect(new Set(tables).size).toBe(4);
    for (const table of tables) expect(table).toMatch(/^[\p{L}\p{N}_]+$/u);
  } finally {
    await target.drop();
  }
});

withStandIn('POST /api/mapserver/catalog/import refuses names that capabilities cannot contain', async () => {
  const names = ['ends with a space ', 'bell\u0007'];
  for (const [index, name] of names.entries()) {
    addLayers([name], `odd${index}`);
    const { status, body } = await importLayer(name, { workspace: `odd${index}` });
    expect([400, 502]).toContain(status);
    expect(body.error).toMatch(/does not offer the layer|cannot be read/);
  }
});
