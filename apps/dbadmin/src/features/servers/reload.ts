import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 50;

/**
 * Has the server read its files anew and waits until it has: pg_reload_conf only asks for it, and who signs in at once may
 * still be judged by the old rules.
 */
export async function reloadConfiguration(client: pg.ClientBase): Promise<void> {
  const before = await loadTime(client);
  await client.query('SELECT pg_reload_conf()');
  const deadline = performance.now() + PATIENCE_MS;
  while ((await loadTime(client)) === before) {
    if (performance.now() > deadline) throw new Error('the server did not read its files in time');
    await delay(LOOK_EVERY_MS);
  }
}

async function loadTime(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ at: string }>('SELECT pg_conf_load_time()::text AS at');
  return rows[0]?.at ?? '';
}
