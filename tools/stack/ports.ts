import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** The preferred port if nothing listens there, else the next free one above it. */
export async function freePort(preferred: number, taken: ReadonlySet<number> = new Set()): Promise<number> {
  for (let port = preferred; port < Math.min(preferred + 500, 65_536); port += 1) {
    if (!taken.has(port) && (await isFree(port))) return port;
  }
  throw new Error(
    `No free port was found from ${preferred} on. Stop a program that uses them and try again.`,
  );
}

/** Any free port below the range that systems assign ports from, so that no other program gets it before the caller listens. */
export async function anyPort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(12_000, 32_768);
    if (await isFree(port)) return port;
  }
  throw new Error('No free port was found. Stop programs that use ports from 12000 to 32767 and try again.');
}

/** Whether nothing listens on the port, on loopback or on all addresses. */
export async function isFree(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '0.0.0.0', '::1']) {
    if ((await listenError(port, host)) === 'EADDRINUSE') return false;
  }
  return true;
}

async function listenError(port: number, host: string): Promise<string | null> {
  return await new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });
}
