import { rm } from 'node:fs/promises';
import type pg from 'pg';
import { AppError } from '@cairn/service';
import { reloadConfiguration } from '../servers/server-queries.ts';
import { fileRejected, lockedOut } from './errors.ts';
import { writeBackup, restoreBackup, replaceFile } from './hba-file.ts';
import type { HbaFile } from './hba-file.ts';
import { readHbaRows } from './hba-rows.ts';
import type { HbaRow } from './hba-rows.ts';

export interface Installation {
  file: HbaFile;
  content: Buffer;
  /** Path of the copy of the previous file. */
  backup: string;
  /** A problem with the file as the server parses it, or null. */
  problem: (rows: HbaRow[]) => string | null;
  /** Opens a new session; fails when the new rules reject our login. */
  checkLogin: () => Promise<unknown>;
}

/**
 * Writes a new content to a server's file and makes the server load it. After any failure the previous file is restored, through
 * the session that was already open.
 * @throws {AppError} unprocessable when the server rejects the file or our login
 */
export async function installHbaFile(client: pg.ClientBase, installation: Installation): Promise<void> {
  const { file, content, backup, problem, checkLogin } = installation;
  await writeBackup(file, backup);
  try {
    await replaceFile(file, content);
  } catch (error) {
    await rm(backup, { force: true });
    throw error;
  }
  let isLoaded = false;
  try {
    const found = problem(await readHbaRows(client));
    if (found !== null) throw fileRejected(found);
    isLoaded = true;
    await reloadConfiguration(client);
    await checkLogin().catch((error: unknown) => {
      throw lockedOut(error instanceof AppError ? error.message : 'the new session failed');
    });
  } catch (error) {
    await restoreBackup(backup, file.path);
    // A server that stopped loads the previous file when it starts.
    if (isLoaded) {
      await reloadConfiguration(client).catch((second: unknown) => {
        throw error instanceof AppError ? second : error;
      });
    }
    throw error;
  }
}
