import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { bodyOf } from '@cairn/testing';
import { ask, upload } from './client.ts';
import { uniqueName } from './geoserver.ts';
import { startPublishing } from './map-publishing.ts';
import type { Publishing } from './map-publishing.ts';
import type { Person } from './test-app.ts';

const PATH = '/api/mapserver/styles';

let vault: Publishing;
let reader: Person;

beforeAll(async () => {
  vault = await startPublishing();
  reader = await vault.app.signUp({ username: 'reader', service: 'view' });
});

afterEach(() => vault.server.standIn?.before(null));
afterAll(() => vault.close());

const XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"';

function sld(symbol = '<PointSymbolizer/>', version = '1.0.0'): string {
  return `<?xml version="1.0" encoding="UTF-8"?><StyledLayerDescriptor version="${version}" xmlns="http://www.opengis.net/sld" ${XLINK}><NamedLayer><Name>x</Name><UserStyle><FeatureTypeStyle><Rule>${symbol}</Rule></FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>`;
}

const send = (person: Person | null, method: string, path: string, json?: Record<string, unknown>) =>
  ask(vault.app, person, { path, method, ...(json ? { json } : {}) });
const create = (name: string, document: string, more: Record<string, unknown> = {}) =>
  send(vault.ada, 'POST', PATH, {
    connection_id: vault.connection,
    style_name: name,
    sld: document,
    ...more,
  });
const list = async () => (await send(reader, 'GET', `${PATH}?connection_id=${vault.connection}`)).body;
const read = (name: string, query = '', person: Person | null = reader) =>
  send(person, 'GET', `${PATH}/${encodeURIComponent(name)}?connection_id=${vault.connection}${query}`);

async function sendForm(fields: Record<string, string>, file: Blob | null) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file) form.set('file', file, 'style.sld');
  const response = await fetch(vault.app.url + PATH, {
    method: 'POST',
    body: form,
    headers: { cookie: vault.ada.cookie },
  });
  return { status: response.status, body: await bodyOf(response) };
}

test('POST /api/mapserver/styles creates a style that GET /api/mapserver/styles/{name} returns as it was sent', async () => {
  for (const version of ['1.0.0', '1.1.0']) {
    const name = uniqueName('style');
    const document = sld(undefined, version);
    expect(await create(name, document)).toMatchObject({ status: 201, body: { success: true } });
    const { status, body, headers } = await read(name);
    expect([status, String(body)]).toEqual([200, document]);
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(await list()).toContainEqual({ name });
    expect((await create(name, document)).body.error).toMatch(/already a style/);
  }
});

test('GET /api/mapserver/styles lists the style of a workspace that a form created', async () => {
  const name = uniqueName('form');
  const fields = { connection_id: String(vault.connection), style_name: name, workspace: vault.workspace };
  expect(await sendForm(fields, new Blob([sld()]))).toEqual({ status: 201, body: { success: true } });
  expect(await list()).toContainEqual({ name, workspace: vault.workspace });
  expect(String((await read(name, `&workspace=${vault.workspace}`)).body)).toBe(sld());
  const large = await sendForm(fields, new Blob([sld(), ' '.repeat(2 * 1024 * 1024)]));
  expect(large.status).toBe(400);
  expect((await sendForm(fields, null)).status).toBe(400);
  expect((await sendForm({ ...fields, connection_id: 'x' }, new Blob([sld()]))).status).toBe(400);
});

const graphic = (href: string) =>
  `<PointSymbolizer><Graphic><ExternalGraphic><OnlineResource xlink:type="simple" xlink:href="${href}"/><Format>image/png</Format></ExternalGraphic></Graphic></PointSymbolizer>`;
const mark = (name: string) =>
  `<PointSymbolizer><Graphic><Mark><WellKnownName>${name}</WellKnownName></Mark></Graphic></PointSymbolizer>`;

const REFUSED: [string, string, RegExp][] = [
  ['a document type', `<!DOCTYPE x SYSTEM "http://127.0.0.2/x.dtd">${sld()}`, /document type/],
  ['entities', `<!DOCTYPE x [<!ENTITY a "b">]>${sld('&a;')}`, /document type/],
  ['a graphic at another address', sld(graphic('http://127.0.0.2/x.png')), /would follow/],
  ['a graphic of another scheme', sld(graphic('FILE:///etc/passwd')), /would follow/],
  ['an encoded address', sld(graphic('%68ttp://127.0.0.2/x.png')), /would follow/],
  ['a graphic outside its folder', sld(graphic('../../security/users.png')), /would follow/],
  ['an absolute path', sld(graphic('/etc/passwd')), /would follow/],
  ['an address from an attribute', sld(graphic('${url}')), /would follow/],
  ['a mark of another server', sld(mark('http://127.0.0.2/x.svg')), /would follow/],
  ['a font of another server', sld(mark('ttf://http://127.0.0.2/x.ttf#0x41')), /would follow/],
  [
    'XPath functions',
    sld('<Filter><PropertyName>exec(java.lang.Runtime.getRuntime(),"id")</PropertyName></Filter>'),
    /would follow/,
  ],
  ['remote data', sld('<RemoteOWS><Service>WFS</Service></RemoteOWS>'), /would follow/],
  ['text that is not XML', 'color: red', /well-formed/],
  ['nothing', ' ', /empty|well-formed/],
  ['another document', '<html/>', /StyledLayerDescriptor/],
  ['another version', sld('', '2.0.0'), /1\.0\.0 or 1\.1\.0/],
  ['another encoding', sld().replace('UTF-8', 'UTF-7'), /UTF-8/],
  ['deep nesting', sld(`${'<a>'.repeat(99)}${'</a>'.repeat(99)}`), /too deeply/],
];

test.each(REFUSED)(
  'POST /api/mapserver/styles returns 400 for %s and sends nothing',
  async (_what, document, message) => {
    const before = vault.server.standIn?.requests.length;
    const { status, body } = await create(uniqueName('bad'), document);
    expect([status, body.error]).toEqual([400, expect.stringMatching(message)]);
    expect(vault.server.standIn?.requests.length).toBe(before);
  },
);

test('POST /api/mapserver/styles takes graphics beside the style and marks of GeoServer', async () => {
  for (const symbol of [
    graphic('icons/pin.svg'),
    mark('circle'),
    mark('shape://slash'),
    mark('ttf://Arial#0x41'),
  ]) {
    expect((await create(uniqueName('good'), sld(symbol))).status).toBe(201);
  }
});

test('POST /api/mapserver/styles returns 400 for malformed names and connections', async () => {
  for (const name of ['', '../x', 'a/b', '%2e%2e']) expect((await create(name, sld())).status).toBe(400);
  expect((await create('x', sld(), { connection_id: 999_999 })).status).toBe(400);
  expect((await read('no such style')).status).toBe(400);
});

test('POST /api/mapserver/styles/assign sets the default style of a layer, and returns 404 for unknown ones', async () => {
  await upload(vault.app, vault.ada, { file: 'states.zip' });
  await vault.ended((await vault.publish('states')).body.job_id);
  const style = uniqueName('assigned');
  await create(style, sld('<PolygonSymbolizer/>'), { workspace: vault.workspace });
  const assign = (change: Record<string, unknown>) =>
    send(vault.ada, 'POST', `${PATH}/assign`, {
      ...{
        connection_id: vault.connection,
        workspace: vault.workspace,
        layer_name: 'states',
        style_name: style,
      },
      ...change,
    });
  expect(await assign({})).toMatchObject({ status: 200, body: { success: true } });
  const layer = vault.server.standIn?.catalog.workspaces.get(vault.workspace)?.layers.get('states');
  if (layer) expect(layer.style).toBe(`${vault.workspace}:${style}`);
  for (const change of [{ layer_name: 'nothing' }, { style_name: 'nothing' }]) {
    expect((await assign(change)).status).toBe(404);
  }
});

test('the operations on styles need a login, view for reading and edit for changes', async () => {
  const json = {
    connection_id: vault.connection,
    style_name: 'x',
    sld: sld(),
    workspace: 'x',
    layer_name: 'x',
  };
  for (const path of [PATH, `${PATH}/assign`]) {
    expect((await send(reader, 'POST', path, json)).status).toBe(403);
    expect((await send(null, 'POST', path, json)).status).toBe(401);
  }
  expect((await read('point', '', null)).status).toBe(401);
});
