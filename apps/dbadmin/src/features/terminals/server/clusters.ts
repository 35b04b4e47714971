import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { findProgram, runProgram } from '@cairn/programs';
import type { Servers } from '../../servers/service.ts';
import { findLocalServer } from '../../servers/local-server.ts';

/** A cluster of this machine, as Debian's tools know it. */
export interface Cluster {
  version: string;
  name: string;
  port: number;
  isRunning: boolean;
  dataFolder: string;
  logFile: string;
}

/** Whether systemd runs this machine; a container usually has its programs at most. */
export function hasSystemd(): boolean {
  return existsSync('/run/systemd/system');
}

export function unitOf({ version, name }: Cluster): string {
  return `postgresql@${version}-${name}.service`;
}

/** The clusters of this machine; none where Debian's tools are not there. */
export async function listClusters(): Promise<Cluster[]> {
  const program = findProgram('pg_lsclusters');
  if (!program) return [];
  const { stdout } = await runProgram({ program, args: ['-h'], sandboxed: false, timeLimitMs: 10_000 });
  return stdout.split('\n').flatMap((line) => {
    const [version, name, port, status, , dataFolder, logFile] = line.trim().split(/\s+/);
    if (!version || !name || !dataFolder) return [];
    return [
      {
        version,
        name,
        port: Number(port),
        isRunning: status?.startsWith('online') ?? false,
        dataFolder,
        logFile: logFile ?? '',
      },
    ];
  });
}

export type Whereabouts =
  | { kind: 'elsewhere' }
  /** Here, but nothing that we know of started it. */
  | { kind: 'unmanaged' }
  | { kind: 'cluster'; cluster: Cluster };

/** Where the server of a connection runs. */
export async function whereabouts(servers: Servers, connectionId: number): Promise<Whereabouts> {
  const server = await servers.ask(connectionId, findLocalServer);
  if (!server) return { kind: 'elsewhere' };
  for (const cluster of await listClusters()) {
    const folder = await realpath(cluster.dataFolder).catch(() => null);
    if (folder === server.folder) return { kind: 'cluster', cluster };
  }
  return { kind: 'unmanaged' };
}
