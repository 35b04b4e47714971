import type { Server } from 'node:http';

/** Settles when the server listens, or fails. */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** What keeps a server from listening, as a sentence. */
export function listenSentence(error: NodeJS.ErrnoException & { port?: number }): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${error.port} is taken; stop what uses it or set another port.`;
  if (error.code === 'EACCES') return `Port ${error.port} needs more rights; choose one above 1023.`;
  return `The service cannot listen: ${error.message}.`;
}
