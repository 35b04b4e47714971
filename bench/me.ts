import { spawn } from 'node:child_process';
import autocannon from 'autocannon';
import express from 'express';
import type { Measure } from './measurement.ts';
import { answers, freePort, startPortalProcess } from './portal-process.ts';

/** Requests a second and the 99th percentile in milliseconds. */
interface Load {
  speed: number;
  p99: number;
}

export interface MeResult {
  plain: Load;
  signedIn: Load;
  ratio: number;
}

const goal = 0.6;
const rounds = 5;
const seconds = 3;
const connections = 50;

/**
 * Signed-in `GET /api/me` of the portal against an Express app that returns the same bytes to everyone. Both run in
 * separate processes and are loaded alternately, so that both see the same machine; medians count.
 */
export async function benchMe(): Promise<MeResult> {
  const portal = await startPortalProcess({ LOG_LEVEL: 'warn' });
  const port = await freePort();
  const body = await (await fetch(`${portal.url}/api/me`, { headers: { cookie: portal.cookie } })).text();
  const child = spawn(process.execPath, [import.meta.filename, 'plain', String(port), body], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const plainUrl = `http://127.0.0.1:${port}/api/me`;
  try {
    await answers(plainUrl, child);
    const plain: Load[] = [];
    const signedIn: Load[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      plain.push(await load(plainUrl, portal.cookie));
      signedIn.push(await load(`${portal.url}/api/me`, portal.cookie));
    }
    const ratios = plain.map((each, round) => signedIn[round]!.speed / each.speed);
    return { plain: middle(plain), signedIn: middle(signedIn), ratio: median(ratios) };
  } finally {
    child.kill('SIGKILL');
    await portal.stop();
  }
}

async function load(url: string, cookie: string): Promise<Load> {
  const result = await autocannon({ url, connections, duration: seconds, headers: { cookie } });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return { speed: result.requests.average, p99: result.latency.p99 };
}

function middle(loads: Load[]): Load {
  return { speed: median(loads.map((each) => each.speed)), p99: median(loads.map((each) => each.p99)) };
}

/** Of all rounds but the first, which warms up. */
function median(values: number[]): number {
  const counted = values.slice(1).toSorted((a, b) => a - b);
  return counted[Math.floor(counted.length / 2)]!;
}

function servePlain(port: number, body: string): void {
  const app = express();
  const state = JSON.parse(body) as unknown;
  app.get('/api/me', (_request, response) => void response.json(state));
  app.listen(port, '127.0.0.1');
}

export const measure: Measure = async () => {
  const { plain, signedIn, ratio } = await benchMe();
  return [
    {
      what: 'Signed-in GET /api/me against a plain Express app',
      measured: `${signedIn.speed.toFixed(0)} (p99 ${signedIn.p99} ms) against ${plain.speed.toFixed(0)} requests/s (p99 ${plain.p99} ms)`,
      value: ratio.toFixed(2),
      goal: `at least ${goal.toFixed(1)}`,
      met: ratio >= goal,
    },
  ];
};

if (import.meta.main) {
  const [role, port, body] = process.argv.slice(2);
  if (role === 'plain') servePlain(Number(port), body ?? '{}');
  else
    for (const row of await measure())
      console.log(`${row.what}: ${row.measured}, ratio ${row.value}, goal ${row.goal}`);
}
