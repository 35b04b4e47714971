import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadContract } from '@cairn/contracts';
import { ANONYMOUS, readDataServiceConfig } from '@cairn/service';
import type { AccessGuard } from '@cairn/service';
import { startTestApp } from '@cairn/testing';
import { repositoryRoot } from '@cairn/topology';
import { createDataServiceParts } from './data-service-context.ts';
import type { DataServiceOverrides } from './data-service-context.ts';
import { defineService } from './define-service.ts';
import { operationsOf } from './middleware.ts';

/** The name of a service that has a contract and a schema; its handlers and its guard are replaced. */
const name = 'report-mgmt';

const guard: AccessGuard = {
  async identify({ headers }) {
    if (headers.cookie !== 'own_session=ann') return ANONYMOUS;
    return { ...ANONYMOUS, kind: 'user', id: 7, username: 'ann', isAdmin: true, via: 'session' };
  },
  allows: async () => false,
};

type Parts = ReturnType<typeof createDataServiceParts>;
const service = defineService<Parts & { guard: AccessGuard }, any, DataServiceOverrides>({
  name,
  folder: `${repositoryRoot}/apps/${name}/src`,
  readConfig: (env) => readDataServiceConfig(env, { name, port: 8885 }).config,
  buildContext: (config, logger, overrides) => ({
    ...createDataServiceParts({ name, config, logger, ...(overrides ? { overrides } : {}) }),
    guard,
  }),
  handlers: () =>
    Object.fromEntries(
      operationsOf(loadContract(name)).map(({ operation }) => [operation.operationId, (() => '') as never]),
    ),
  resolvers: () => ({ report: () => null }),
});

let app: Awaited<ReturnType<typeof startTestApp<Parts & { guard: AccessGuard }, DataServiceOverrides>>>;

beforeAll(async () => {
  app = await startTestApp(service);
});
afterAll(() => app.close());

test('a service with a guard of its own admits its callers, and not those of the platform', async () => {
  const ask = async (headers: Record<string, string>) =>
    (await fetch(`${app.url}/report-mgmt/schedules.php`, { headers, redirect: 'manual' })).status;
  expect(await ask({})).toBe(303);
  const person = await app.signUp({ username: 'root', isAdmin: true });
  expect(await ask({ cookie: person.cookie })).toBe(303);
  expect(await ask({ cookie: 'own_session=ann' })).toBe(200);
});
