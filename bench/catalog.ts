import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPortalRegistry } from '@cairn/auth';
import type { Measure } from './measurement.ts';
import { startPortalProcess } from './portal-process.ts';

export interface CatalogResult {
  /** Milliseconds that each service may take. */
  deadline: number;
  /** Milliseconds that the catalog took: median and maximum of the rounds. */
  median: number;
  worst: number;
  /** Whether every round returned everything that the healthy services list. */
  complete: boolean;
}

const deadline = 500;
const healthy = 5;
const itemsEach = 200;
const rounds = 15;
const allowance = 50;

/** The catalog of five services that answer at once and one that never does. */
export async function benchCatalog(): Promise<CatalogResult> {
  const portal = await startPortalProcess({ LOG_LEVEL: 'error', CATALOG_DEADLINE_MS: String(deadline) });
  const servers: Server[] = [];
  try {
    for (let index = 0; index <= healthy; index += 1) {
      const name = `service-${index}`;
      const server = await downstream(index === healthy ? null : listing(name));
      servers.push(server);
      const registry = createPortalRegistry({
        portalUrl: portal.url,
        serviceName: name,
        secret: portal.serviceSecret,
      });
      const discoveryUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/discovery`;
      await registry.registerService({ displayName: name, discoveryUrl });
    }
    const times: number[] = [];
    let complete = true;
    for (let round = 0; round <= rounds; round += 1) {
      const began = performance.now();
      const answer = await fetch(`${portal.url}/api/catalog`, { headers: { cookie: portal.cookie } });
      const catalog = (await answer.json()) as { datasets: unknown[]; warnings: string[] };
      times.push(performance.now() - began);
      complete &&= catalog.datasets.length === healthy * itemsEach && catalog.warnings.length === 1;
    }
    const counted = times.slice(1).toSorted((a, b) => a - b);
    return { deadline, median: counted[Math.floor(counted.length / 2)]!, worst: counted.at(-1)!, complete };
  } finally {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    await portal.stop();
  }
}

function listing(name: string): string {
  const items = Array.from({ length: itemsEach }, (_each, index) => ({
    id: `${name}-${index}`,
    title: `Dataset ${index}`,
    description: 'A listing of the length that a vault sends',
    url: `/${name}/datasets/${index}`,
    category: 'Environment',
  }));
  return JSON.stringify({ service: name, resource_type: 'vault_dataset', items, total: items.length });
}

/** A service that answers with a text, or never. */
async function downstream(body: string | null): Promise<Server> {
  const server = createServer((_request, response) => {
    if (body !== null) response.setHeader('Content-Type', 'application/json').end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

export const measure: Measure = async () => {
  const { median, worst, complete } = await benchCatalog();
  return [
    {
      what: `Catalog of ${healthy} services and one that hangs, deadline ${deadline} ms`,
      measured: `${median.toFixed(0)} ms (worst of ${rounds}: ${worst.toFixed(0)} ms), others ${complete ? 'complete' : 'incomplete'}`,
      value: `deadline + ${(median - deadline).toFixed(0)} ms`,
      goal: `at most deadline + ${allowance} ms, others complete`,
      met: complete && median <= deadline + allowance,
    },
  ];
};

if (import.meta.main) {
  for (const row of await measure())
    console.log(`${row.what}: ${row.measured}, ${row.value}, goal ${row.goal}`);
}
