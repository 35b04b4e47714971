import { join } from 'node:path';
import { startTestApp } from '@cairn/testing';
import type { TestAppOptions } from '@cairn/testing';
import type { Context, Overrides } from '../src/context.ts';
import { fieldSync } from '../src/service.ts';

export type TestFieldSync = Awaited<ReturnType<typeof startTestFieldSync>>;

/** Field-sync on a database of its own, with an empty folder of projects, listening on a free port. */
export function startTestFieldSync(options: TestAppOptions<Context, Overrides> = {}) {
  return startTestApp(fieldSync, {
    ...options,
    env: (stores) => ({
      FOLDER_PROVIDER_ROOT: join(stores.storageRoot, 'field-projects'),
      LOCAL_TARGETS_ROOT: join(stores.storageRoot, 'local-targets'),
      ...(typeof options.env === 'function' ? options.env(stores) : options.env),
    }),
  });
}
