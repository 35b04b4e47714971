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

/** Why a server cannot listen, as a sentence. */
export function listenSentence(error: NodeJS.ErrnoException & { port?: number }): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${error.port} is in use; stop the program that uses it, or set another port.`;
  if (error.code === 'EACCES') return `Port ${error.port} needs more privileges; choose one above 1023.`;
  return `The service cannot listen: ${error.message}.`;
}
