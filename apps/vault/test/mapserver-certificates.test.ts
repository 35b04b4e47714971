import { request } from 'node:http';
import { createServer } from 'node:https';
import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createSelfSignedCertificate } from '@cairn/testing';
import { ask, upload } from './client.ts';
import { startPublishing } from './map-publishing.ts';
import type { Publishing } from './map-publishing.ts';
import { saveMapServer } from './geoserver.ts';

let vault: Publishing;
let server: Server;
let url: string;

beforeAll(async () => {
  vault = await startPublishing();
  const target = new URL(vault.server.url);
  // What a reverse proxy with its own certificate does.
  server = createServer(createSelfSignedCertificate('localhost'), (req, res) => {
    const { method, headers, url: path } = req;
    const onward = request({ host: target.hostname, port: target.port, method, headers, path }, (answer) => {
      res.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(res);
    });
    onward.once('error', () => res.destroy());
    req.pipe(onward);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/geoserver`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await vault.close();
});

const save = (name: string, more: object) => {
  const { username, password } = vault.server;
  return saveMapServer(vault.app, vault.ada, { name, url, username, password, ...more });
};
const check = async (id: number) =>
  (await ask(vault.app, vault.ada, { path: `/api/mapserver/connections/${id}/test`, method: 'POST' })).body;

test('POST /api/mapserver/connections/{id}/test accepts a self-signed certificate only with verify_ssl false', async () => {
  const strict = await save('strict', {});
  const lenient = await save('lenient', { verify_ssl: false });
  const requests = vault.server.standIn?.requests.length;
  expect(await check(strict)).toMatchObject({
    success: false,
    error: expect.stringMatching(/certificate/i),
  });
  // The login was not sent.
  expect(vault.server.standIn?.requests.length).toBe(requests);
  expect(await check(lenient)).toMatchObject({ success: true });
  // A connection that was accepted once is not used for those that verify.
  expect(await check(strict)).toMatchObject({ success: false });
});

test('POST /api/mapserver/publish and POST /api/mapserver/catalog/import work through a self-signed certificate with verify_ssl false', async () => {
  const id = await save('publishing', { verify_ssl: false });
  await upload(vault.app, vault.ada, { file: 'countries.gpkg' });
  const { body } = await vault.publish('countries', { mapserver_connection_id: id });
  expect(await vault.ended(body.job_id)).toMatchObject({ status: 'succeeded' });
  const imported = await ask(vault.app, vault.ada, {
    path: '/api/mapserver/catalog/import',
    method: 'POST',
    json: { connection_id: id, workspace: vault.workspace, layer_name: 'countries' },
  });
  expect([imported.status, imported.body.error]).toEqual([201, undefined]);
  expect(imported.body.layers).toMatchObject([{ feature_count: 241 }]);
});

test('POST /api/mapserver/publish fails with a sentence when the certificate is not accepted', async () => {
  const { body } = await vault.publish('countries', {
    mapserver_connection_id: await save('refusing', { verify_ssl: true }),
    mapserver_store_name: 'never',
  });
  expect(body.job_id ? await vault.ended(body.job_id) : body).toMatchObject({
    error: expect.stringMatching(/certificate/i),
  });
  expect(vault.onServer().stores).not.toContain('never');
});
