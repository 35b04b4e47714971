import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createSafeFetch } from '@cairn/service';
import type { SafeFetch } from '@cairn/service';
import { htmlPage, serveWithFaults, startTestMerginMaps, startTestQFieldCloud } from '@cairn/testing';
import { toBaseUrl } from './base-url.ts';
import { detectServer } from './detect.ts';

let safeFetch: SafeFetch;
beforeAll(() => {
  safeFetch = createSafeFetch({ allowedNetworks: ['127.0.0.0/8'], userAgent: 'test' });
});
afterAll(() => safeFetch.close());

test('recognizes Mergin Maps whatever someone chose, and asks the chosen kind first', async () => {
  const server = await startTestMerginMaps({ version: '2026.4.0' });
  for (const type of ['field', 'cloud', 'folder'] as const) {
    server.reset();
    const detected = await detectServer(safeFetch, { type, url: `${server.url}/` });
    expect(detected).toEqual({ type: 'field', isDetected: true, product: 'Mergin Maps 2026.4.0 (ce)' });
    expect(server.requests[0]?.path).toBe(type === 'cloud' ? '/api/v1/status/' : '/config');
  }
  await server.close();
});

test('recognizes QFieldCloud, also by the address of its interface', async () => {
  const server = await startTestQFieldCloud();
  for (const url of [server.url, `${server.url}/api/v1/`]) {
    expect(await detectServer(safeFetch, { type: 'field', url })).toEqual({
      ...{ type: 'cloud', isDetected: true, product: 'QFieldCloud' },
    });
  }
  await server.close();
});

test('believes the word where nothing known answers', async () => {
  const server = await serveWithFaults<never>((_req, res) => void res.writeHead(404).end());
  for (const fault of [
    htmlPage(),
    { status: 500 },
    { status: 200, body: '{"server_type"' },
    { drop: true },
  ]) {
    server.fail({ ...fault, times: 2 });
    expect(await detectServer(safeFetch, { type: 'cloud', url: server.url })).toEqual({
      ...{ type: 'cloud', isDetected: false, product: null },
    });
    server.reset();
  }
  await server.close();
  expect(await detectServer(safeFetch, { type: 'field', url: server.url })).toMatchObject({
    isDetected: false,
  });
});

test('anything but a web address is a folder', async () => {
  for (const url of ['teams/north', '.', 'ftp://server/x']) {
    expect(await detectServer(safeFetch, { type: 'field', url })).toMatchObject({ type: 'folder' });
  }
});

test('finds the address below which a server answers', () => {
  expect(toBaseUrl('https://app.qfield.cloud/api/v1/')).toBe('https://app.qfield.cloud');
  expect(toBaseUrl(' https://server/mergin//?x=1#y ')).toBe('https://server/mergin');
  expect(toBaseUrl('https://server/v1')).toBe('https://server');
  expect(toBaseUrl('teams/north')).toBeNull();
});
