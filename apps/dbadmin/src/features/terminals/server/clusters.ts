import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { findProgram, runProgram } from '@cairn/programs';
import type { Servers } from '../../servers/service.ts';
import { findLocalServer } from '../../servers/local-server.ts';

/** A cluster of this machine, as pg_lsclusters lists it. */
export interface Cluster {
  version: string;
  name: string;
  port: number;
  isRunning: boolean;
  dataFolder: string;
  logFile: string;
}

/** Whether systemd runs on this machine; containers often have its programs only. */
export function hasSystemd(): boolean {
  return existsSync('/run/systemd/system');
}

export function unitOf({ version, name }: Cluster): string {
  return `postgresql@${version}-${name}.service`;
}

/** The clusters of this machine; none when pg_lsclusters is not installed. */
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

export type ServerLocation =
  | { kind: 'elsewhere' }
  /** On this machine, but not started by a known tool. */
  | { kind: 'unmanaged' }
  | { kind: 'cluster'; cluster: Cluster };

/** Where the server of a connection runs. */
export async function locateServer(servers: Servers, connectionId: number): Promise<ServerLocation> {
  const server = await servers.ask(connectionId, findLocalServer);
  if (!server) return { kind: 'elsewhere' };
  for (const cluster of await listClusters()) {
    const folder = await realpath(cluster.dataFolder).catch(() => null);
    if (folder === server.folder) return { kind: 'cluster', cluster };
  }
  return { kind: 'unmanaged' };
}
