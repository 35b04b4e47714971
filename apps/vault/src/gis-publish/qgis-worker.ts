import { access, open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Scratch } from '@cairn/files';
import { ProgramError, findProgram, runProgram } from '@cairn/programs';
import { unavailable } from '@cairn/service';
import { requestFastCgi } from './fastcgi.ts';
import type { FastCgiResponse } from './fastcgi.ts';

export interface QgisOptions {
  /** Absolute paths, from `findQgisServer`. */
  programs: QgisPrograms;
  /** The folder with the projects, which QGIS may read. */
  projectsRoot: string;
  /** The environment of GDAL in QGIS. */
  env: Record<string, string>;
  /** A new folder for the files of one process. */
  scratch(): Promise<Scratch>;
}

export interface QgisPrograms {
  qgis: string;
  spawn: string;
}

/** One process of QGIS Server, which draws one request at a time. */
export interface QgisWorker {
  request(parameters: Record<string, string>, signal: AbortSignal): Promise<FastCgiResponse>;
  /** Kills it with everything it started. Settles when it has ended. */
  stop(): Promise<void>;
  hasEnded(): boolean;
  /** Settles with the reason when it has ended. */
  ended: Promise<string>;
}

/** Debian, Fedora, others. */
const PATHS = [
  '/usr/lib/cgi-bin/qgis_mapserv.fcgi',
  '/usr/libexec/qgis/qgis_mapserv.fcgi',
  '/usr/lib/qgis/qgis_mapserv.fcgi',
  '/usr/bin/qgis_mapserv.fcgi',
];
const SOCKET = 'qgis.sock';
const FONTS = '/etc/fonts';
const START_MS = 20_000;
const MAX_RESPONSE_BYTES = 48 * 1024 * 1024;

/** QGIS Server and the program that gives it a socket; null when one is not installed. */
export async function findQgisServer(): Promise<QgisPrograms | null> {
  const spawn = findProgram('spawn-fcgi');
  if (!spawn) return null;
  for (const qgis of PATHS) if (await exists(qgis)) return { qgis, spawn };
  return null;
}

/**
 * Starts a process of QGIS Server in the sandbox: its own account, no network, no files but the projects, limited memory.
 * @throws {AppError} unavailable when it does not start
 */
export async function startQgisWorker(options: QgisOptions): Promise<QgisWorker> {
  const { programs, projectsRoot, env, scratch } = options;
  const folder = await scratch();
  const handle = await open(folder.path);
  // The name of a socket has at most 107 bytes, whatever the folder of the data is called; this one always fits.
  const socket =
    process.platform === 'linux' ? `/proc/self/fd/${handle.fd}/${SOCKET}` : join(folder.path, SOCKET);
  const stopping = new AbortController();
  let isOver = false;
  const ended = runProgram({
    program: programs.spawn,
    args: ['-n', '-s', SOCKET, '--', programs.qgis],
    cwd: folder.path,
    // Without its configuration, legends would have the first font of the machine, which may have symbols only.
    reads: [projectsRoot, ...((await exists(FONTS)) ? [FONTS] : [])],
    env: {
      ...env,
      QT_QPA_PLATFORM: 'offscreen',
      QGIS_SERVER_LOG_LEVEL: '2',
      QGIS_SERVER_LOG_STDERR: '1',
      // No plug-ins and no landing page of projects.
      QGIS_PLUGINPATH: '',
      QGIS_SERVER_LANDING_PAGE_PROJECTS_DIRECTORIES: '',
      QGIS_SERVER_DISABLE_GETPRINT: '1',
      QGIS_SERVER_MAX_THREADS: '1',
      QGIS_SERVER_IGNORE_BAD_LAYERS: '0',
    },
    limits: { memoryBytes: 2 * 1024 ** 3, cpuSeconds: null, fileBytes: 64 * 1024 ** 2 },
    timeLimitMs: null,
    maxOutputBytes: 1024 * 1024,
    signal: stopping.signal,
  })
    .then(
      () => 'it ended',
      (error: unknown) => (error instanceof ProgramError ? `it ended (${error.reason})` : String(error)),
    )
    .finally(async () => {
      isOver = true;
      await handle.close();
      await folder.remove();
    });

  async function stop(): Promise<void> {
    stopping.abort();
    await ended;
  }
  const deadline = performance.now() + START_MS;
  while (!isOver && !(await exists(socket))) {
    if (performance.now() > deadline) break;
    await delay(10);
  }
  if (isOver || !(await exists(socket))) {
    await stop();
    throw unavailable('gis.qgis_failed', 'QGIS Server does not start. Try again in a minute.');
  }
  return {
    stop,
    ended,
    hasEnded: () => isOver,
    request: (parameters, signal) =>
      requestFastCgi(socket, parameters, { maxBytes: MAX_RESPONSE_BYTES, signal }),
  };
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
