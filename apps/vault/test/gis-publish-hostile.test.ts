import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { signServiceToken } from '@cairn/auth';
import { listen, SERVICE_SECRET, until } from '@cairn/testing';
import { getMap, pixelOf, startGisPublish, twoColours } from './gis-publish.ts';
import type { TestGisPublish } from './gis-publish.ts';

const SQUARE = { crs: 'CRS:84', bbox: [0, 0, 10, 10] };
const RED = [255, 0, 0, 255];
const MAP = getMap('flag', SQUARE);

let gis: TestGisPublish;
let flag: Buffer;
/** What a stranger's server was asked. */
const asked: string[] = [];
const canary = createServer((req, res) => {
  asked.push(req.url ?? '');
  res.end('<x/>');
});
let canaryUrl: string;
beforeAll(async () => {
  [gis, flag, canaryUrl] = await Promise.all([
    // A new process needs seconds for its first picture on a busy machine.
    startGisPublish({ WMS_SECONDS: '15' }),
    twoColours('red', 'blue'),
    listen(canary),
  ]);
  await gis.publish('flag', flag, { format: 'GTiff' });
  await gis.publish('secret', await twoColours('lime', 'lime'), { format: 'GTiff' });
});
afterAll(async () => {
  canary.closeAllConnections();
  canary.close();
  await gis?.close();
});

const query = (more: Record<string, string>) => String(new URLSearchParams({ ...MAP, ...more }));
async function isRed(response: Response): Promise<void> {
  expect(response.ok ? '' : await response.text()).toBe('');
  expect(await pixelOf(response, [16, 32])).toEqual(RED);
}

test('GET /api/projects/{id}/wms leaves out the parameters of a client that name files, addresses or other projects', async () => {
  const [generation] = await readdir(join(gis.folder, 'projects/secret')).then((names) =>
    names.filter((name) => name.startsWith('g-')),
  );
  const other = join(gis.folder, 'projects/secret', generation!, 'project.qgs');
  for (const text of [
    query({ MAP: other }),
    `${query({ map: other })}&Map=${encodeURIComponent(other)}`,
    `MAP=${encodeURIComponent(other)}&${query({})}`,
    `%4d%41%50=${encodeURIComponent(other)}&${query({})}`,
    query({ SLD: `${canaryUrl}/style.sld` }),
    query({ SLD_BODY: `<!DOCTYPE x [<!ENTITY e SYSTEM "${canaryUrl}/e">]><x>&e;</x>` }),
    query({ FILTER: 'flag:"x" = (SELECT 1)', SELECTION: 'flag:1', FILE_NAME: '/tmp/out.dxf' }),
    query({ TEMPLATE: 'x', 'map0:LAYERS': `EXTERNAL_WMS:a`, 'a:url': canaryUrl, HIGHLIGHT_SYMBOL: '<x/>' }),
  ]) {
    await isRed(await gis.wms('flag', text));
  }
  expect(asked).toEqual([]);
});

test.each([
  ['an operation that is not offered', query({ REQUEST: 'GetPrint' })],
  ['an operation of another service', query({ SERVICE: 'WFS', REQUEST: 'GetFeature' })],
  ['the settings of the project', query({ REQUEST: 'GetProjectSettings' })],
  ['no operation', 'SERVICE=WMS'],
  ['a repeated parameter', `${query({})}&layers=flag`],
  ['a layer of another project', query({ LAYERS: 'secret' })],
  ['an external layer', query({ LAYERS: 'EXTERNAL_WMS:x' })],
  ['a layer by path', query({ LAYERS: '../secret' })],
  ['a style', query({ STYLES: '/etc/passwd' })],
  ['a coordinate system by file', query({ CRS: '/etc/passwd' })],
  ['a huge picture', query({ WIDTH: '4096', HEIGHT: '4096' })],
  ['a wide picture', query({ WIDTH: '100000' })],
  ['a picture without height', query({ HEIGHT: '0' })],
  ['an area without an end', query({ BBOX: '0,0,Infinity,10' })],
  ['a format that reads other files', query({ FORMAT: 'application/dxf' })],
  ['SVG', query({ FORMAT: 'image/svg+xml' })],
  ['a background that is more than a colour', query({ BGCOLOR: '0xffffff;url(x)' })],
])('GET /api/projects/{id}/wms returns 400 with a ServiceException for %s', async (_what, text) => {
  const response = await gis.wms('flag', text);
  expect([response.status, response.headers.get('content-type')]).toEqual([400, 'text/xml; charset=utf-8']);
  expect(await response.text()).toMatch(/<ServiceException code="\w+">[^<]+\.</);
});

test('GET /api/projects/{id}/wms shows the public address in the capabilities, and none of this machine', async () => {
  const ask = async (publicUrl: string) =>
    (await gis.wms('flag', 'SERVICE=WMS&REQUEST=GetCapabilities', { 'X-Public-Url': publicUrl })).text();
  const url = 'https://maps.example.org/vault/api/gisproj-projects/flag/wms?token=t1';
  const text = await ask(url);
  expect(text.match(/OnlineResource[^>]*href="[^"]*/g)?.length).toBeGreaterThan(3);
  for (const [, address] of text.matchAll(/OnlineResource[^>]*href="([^"]*)/g))
    expect(address).toContain(url);
  expect(text).not.toContain(gis.folder);
  expect(await ask('javascript:alert(1)')).not.toContain('javascript');
  expect(await ask('https://x/"><script>')).not.toContain('<script>');
});

test('GET /api/projects/{id}/wms is answered after QGIS Server was killed, also under a request', async () => {
  await isRed(await gis.wms('flag', MAP));
  killAll('SIGKILL');
  await isRed(await gis.wms('flag', MAP));
  // Frozen ones take the request and die under it; another process draws it.
  killAll('SIGSTOP');
  const drawn = gis.wms('flag', MAP);
  await until('a process has the request', async () => connections() > 0);
  killAll('SIGKILL');
  await isRed(await drawn);
});

test('GET /api/projects/{id}/wms returns 503 when QGIS Server hangs, and works again afterwards', async () => {
  const others = qgisProcesses();
  const own = () => qgisProcesses().filter((pid) => !others.includes(pid));
  // A time limit that this test can wait for. A new process may exceed it on a busy machine, so it is asked again.
  const brief = await startGisPublish({ WMS_SECONDS: '3', QGIS_WORKERS: '1' });
  try {
    const draws = async () => (await brief.wms('flag', MAP)).ok;
    await until('the project is published', async () => {
      return (await brief.publish('flag', flag, { format: 'GTiff' })).status < 300;
    });
    await until('it is drawn', draws);
    const hanging = own();
    expect(hanging).toHaveLength(1);
    process.kill(hanging[0]!, 'SIGSTOP');
    const late = await brief.wms('flag', MAP);
    expect([late.status, (await late.json()) as object]).toMatchObject([
      503,
      { error: expect.stringContaining('too long') },
    ]);
    await until('the hanging process is gone', () => !own().includes(hanging[0]!));
    await until('it is drawn again', draws);
  } finally {
    await brief.close();
  }
});

test('PUT /api/projects/{id} keeps the runtime when the upload is cut, and leaves nothing on the disk', async () => {
  const before = await readFile(join(gis.folder, 'projects/flag/project.json'), 'utf8');
  const token = signServiceToken({ service: 'vault', audience: 'gis-publish', secret: SERVICE_SECRET });
  await new Promise<void>((done) => {
    const upload = request(`${gis.url}/api/projects/flag?name=flag&format=GTiff`, {
      method: 'PUT',
      headers: {
        ...{ Authorization: `Bearer ${token}`, 'Content-Type': 'application/octet-stream' },
        'Content-Length': flag.length,
      },
    });
    upload.once('error', () => done());
    upload.write(flag.subarray(0, flag.length / 2), () => upload.destroy());
    upload.once('close', () => done());
  });
  await until('nothing is left', async () => (await readdir(join(gis.folder, 'incoming'))).length === 0);
  expect(await readFile(join(gis.folder, 'projects/flag/project.json'), 'utf8')).toBe(before);
  await isRed(await gis.wms('flag', MAP));
});

test('a project whose writing was cut short is the old one, and the sweeper removes what is left', async () => {
  const folder = join(gis.folder, 'projects/flag');
  const files = await readdir(folder);
  // As a process leaves it that is killed before project.json is replaced.
  await writeFile(join(folder, '.0123456789abcdef.json'), '{"id":"fl');
  await writeFile(join(folder, 'g-0123456789abcdef'), '');
  await isRed(await gis.wms('flag', MAP));
  expect(await gis.projects.sweep(0)).toBe(2);
  expect(await readdir(folder)).toEqual(files);
  // Also files that belong to no project.
  await writeFile(join(gis.folder, 'projects/flag/x'), '');
  expect(await gis.projects.sweep(0)).toBe(1);
});

/** Processes of QGIS Server that this test started: their environment of files is below its folder. */
function qgisProcesses(): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const rows = lines.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line)).filter((row) => row !== null);
  const mine = new Set([process.pid]);
  // Parents come before their children in no order, so this is repeated until nothing is added.
  for (let before = 0; before !== mine.size;) {
    before = mine.size;
    for (const [, pid, parent] of rows) if (mine.has(Number(parent))) mine.add(Number(pid));
  }
  return rows
    .filter(([, pid, , args]) => mine.has(Number(pid)) && args!.startsWith('/usr/lib/cgi-bin/qgis_mapserv'))
    .map(([, pid]) => Number(pid));
}

/** Connections to the sockets of QGIS Server, whose names are relative to its folder. */
function connections(): number {
  return (
    execFileSync('cat', ['/proc/net/unix'], { encoding: 'utf8' }).match(/ 0[23] +\d+ qgis\.sock$/gm) ?? []
  ).length;
}

function killAll(signal: NodeJS.Signals): void {
  for (const pid of qgisProcesses()) process.kill(pid, signal);
}
