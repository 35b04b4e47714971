import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { startProcess, type ManagedProcess } from '../stack/managed-process.ts';
import { createSupervisor } from './supervisor.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-supervisor-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function start(name: string, command: string[]): ManagedProcess {
  return startProcess({ name, command, logFile: join(folder, `${name}.log`) });
}

test('a service is not restarted before a store that ended twice in a row is ready', async () => {
  const storeReady = Promise.withResolvers<void>();
  const stores: ManagedProcess[] = [];
  const services: ManagedProcess[] = [];
  const supervisor = createSupervisor({ onStarted: () => undefined, firstDelayMs: 1 });
  await supervisor.start({
    layer: 'stores',
    spawn() {
      stores.push(start('store', stores.length === 1 ? ['false'] : ['sleep', '60']));
      return stores.at(-1)!;
    },
    async untilReady(part) {
      if (stores.length === 2) throw new Error(await part.ended);
      if (stores.length === 3) await storeReady.promise;
    },
  });
  await supervisor.start({
    layer: 'services',
    spawn() {
      services.push(start('service', ['sleep', '60']));
      return services.at(-1)!;
    },
  });
  process.kill(stores[0]!.pid, 'SIGKILL');
  await until('the store is started for the third time', () => stores.length === 3);
  process.kill(services[0]!.pid, 'SIGKILL');
  await services[0]!.ended;
  await delay(100);
  expect(services).toHaveLength(1);
  storeReady.resolve();
  await until('the service is restarted', () => services.length === 2);
  await supervisor.stop();
});
