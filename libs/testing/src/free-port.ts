import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A port on loopback for a program that is started later, or again. It is below the range that systems assign ports from, so that no
 * other program gets it before.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(12_000, 32_768);
  const probe = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => resolve(true));
  });
  await new Promise((closed) => probe.close(closed));
  return isFree ? port : freePort();
}
