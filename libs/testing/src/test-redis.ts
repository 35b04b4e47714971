import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requiredAddress } from './required-address.ts';

/**
 * Address of a Redis database of its own for the caller (`redis://host:port/<n>`), so that two test files never
 * take each other's jobs. Numbers are leased through directories, whose creation is atomic across processes.
 *
 * @throws when CAIRN_TEST_REDIS_URL is not set.
 */
export function testRedisUrl(): string {
  const url = new URL(requiredAddress('CAIRN_TEST_REDIS_URL'));
  const databases = Number(process.env.CAIRN_TEST_REDIS_DATABASES ?? 16);
  const leases = join(tmpdir(), `cairn-redis-leases-${process.getuid?.() ?? 0}-${url.port || '6379'}`);
  mkdirSync(leases, { recursive: true });
  url.pathname = `/${(nextLease(leases) % (databases - 1)) + 1}`;
  return url.href;
}

function nextLease(folder: string): number {
  for (let number = 0; ; number += 1) {
    try {
      mkdirSync(join(folder, String(number)));
      return number;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
