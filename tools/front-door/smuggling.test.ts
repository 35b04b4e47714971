import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { exchange, startTestFrontDoor, type TestFrontDoor } from './test-front-door.ts';

let opened: TestFrontDoor;

beforeAll(async () => {
  opened = await startTestFrontDoor(
    (request, response) => void request.resume().on('end', () => response.end('ok')),
  );
});

beforeEach(() => void opened.seen.splice(0));

afterAll(async () => {
  await opened.close();
});

const hidden = 'GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n';

const ambiguous: [string, string][] = [
  [
    'a length and chunks',
    `POST /vault HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  ],
  [
    'chunks and a length',
    `POST /vault HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n${hidden}`,
  ],
  [
    'two lengths',
    `POST /vault HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  ],
  [
    'a list of lengths',
    `POST /vault HTTP/1.1\r\nHost: x\r\nContent-Length: 0, ${hidden.length}\r\n\r\n${hidden}`,
  ],
  ['a signed length', `POST /vault HTTP/1.1\r\nHost: x\r\nContent-Length: +0\r\n\r\n${hidden}`],
  [
    'an unknown transfer coding',
    `POST /vault HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`,
  ],
  [
    'chunked before another coding',
    `POST /vault HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`,
  ],
  [
    'a space before the colon',
    `POST /vault HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`,
  ],
  ['lines ended by LF alone', `GET /vault HTTP/1.1\nHost: x\n\n${hidden}`],
  [
    'a header line ended by LF alone',
    `POST /vault HTTP/1.1\r\nHost: x\r\nX: y\nContent-Length: 0\r\n\r\n${hidden}`,
  ],
  [
    'a folded header',
    `POST /vault HTTP/1.1\r\nHost: x\r\nX: a\r\n Content-Length: 5\r\nContent-Length:\r\n 0\r\n\r\n${hidden}`,
  ],
  ['no host', 'GET /vault HTTP/1.1\r\n\r\n'],
  ['two hosts', `GET /vault HTTP/1.1\r\nHost: x\r\nhost: y\r\nConnection: close\r\n\r\n`],
  ['the same host twice', `GET /vault HTTP/1.1\r\nHost: x\r\nHost: x\r\nConnection: close\r\n\r\n`],
  ['a host with a path', `GET /vault HTTP/1.1\r\nHost: x/y\r\nConnection: close\r\n\r\n`],
  ['a host with a user', `GET /vault HTTP/1.1\r\nHost: a@x\r\nConnection: close\r\n\r\n`],
  [
    'two credentials',
    `GET /vault HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\nConnection: close\r\n\r\n`,
  ],
  [
    'two hosts in an upgrade',
    `GET /vault HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  ],
  [
    'an invalid chunk size',
    `POST /vault HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0x5\r\nhello\r\n0\r\n\r\n${hidden}`,
  ],
];

test.each(ambiguous)('a request with %s is refused and the connection closed', async (_title, bytes) => {
  const { text, closed } = await exchange(opened.port, bytes, 1_500);
  expect(text).toMatch(/^HTTP\/1\.1 400 /);
  expect(closed).toBe(true);
  expect(opened.seen.length).toBeLessThanOrEqual(1);
  expect(opened.seen.map(({ url }) => url)).not.toContain('/hidden');
});

test('a header of 100 KB is refused and the connection closed', async () => {
  const { text, closed } = await exchange(
    opened.port,
    `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(100_000)}\r\n\r\n`,
    1_500,
  );
  expect(text).toMatch(/^HTTP\/1\.1 431 /);
  expect(closed).toBe(true);
  expect(opened.seen).toHaveLength(0);
});

test('a request with CONNECT is not answered as a proxy would', async () => {
  const { text } = await exchange(opened.port, 'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(text).not.toMatch(/ 200 /);
  expect(opened.seen).toHaveLength(0);
});

test('two requests on one connection are two requests', async () => {
  const { text } = await exchange(
    opened.port,
    `POST /vault HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi${hidden}`,
  );
  expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  expect(opened.seen.map(({ url }) => url)).toEqual(['/vault', '/hidden']);
});
