import { expect } from '@jest/globals';
import type { VaultSchemas } from '@cairn/contracts';
import { ask, upload } from './client.ts';
import type { Answer } from './client.ts';
import type { Bytes } from './hostile.ts';
import { startTestVault } from './test-app.ts';

export type CrsVault = Awaited<ReturnType<typeof startCrsVault>>;

export const crsPath = (dataset: string, version = 1) =>
  `/datasets/${encodeURIComponent(dataset)}/versions/${version}/crs`;

/** A vault with a worker, ada who may upload, and bo who has no permission on her datasets. */
export async function startCrsVault() {
  const app = await startTestVault({ inspects: false });
  const ada = await app.signUp({ username: 'ada' });
  const bo = await app.signUp({ username: 'bo' });
  const worker = app.work();
  await worker.ready;
  return {
    app,
    ada,
    bo,
    get: (path: string): Promise<Answer> => ask(app, ada, { path }),
    setCrs: (
      dataset: string,
      json: object,
      version = 1,
    ): Promise<Answer<VaultSchemas['Derived'] & { error: string }>> =>
      ask(app, ada, { method: 'POST', path: crsPath(dataset, version), json }),
    /** Uploads a file as the first version of a dataset. */
    async store(dataset: string, fileName: string, file: Bytes): Promise<void> {
      const { status, body } = await upload(app, ada, { file, fileName, dataset });
      expect({ status, error: body.error }).toEqual({ status: 201, error: undefined });
    },
    async close() {
      await worker.stop();
      await app.close();
    },
  };
}

const STUTTGART = [9.17, 48.77, 9.32, 48.88] as const;

export function expectInStuttgart(extent: number[] | undefined): void {
  const [west = 0, south = 0, east = 0, north = 0] = extent ?? [];
  expect(west).toBeGreaterThan(STUTTGART[0]);
  expect(south).toBeGreaterThan(STUTTGART[1]);
  expect(east).toBeLessThan(STUTTGART[2]);
  expect(north).toBeLessThan(STUTTGART[3]);
}
