import { rm } from 'node:fs/promises';
import type pg from 'pg';
import { AppError, unprocessable } from '@cairn/service';
import { backUp, putBack, replaceFile } from './hba-file.ts';
import type { HbaFile } from './hba-file.ts';
import { readHbaRows } from './hba-rows.ts';
import type { HbaRow } from './hba-rows.ts';
import { reloadConfiguration } from '../servers/server-queries.ts';

export interface Installation {
  file: HbaFile;
  content: Buffer;
  /** Where the file is kept as it was. */
  backup: string;
  /** What is wrong with the file as the server reads it, in a few words; null when nothing. */
  problem: (rows: HbaRow[]) => string | null;
  /** A new session; fails when we are not let in any more. */
  probe: () => Promise<unknown>;
}

/**
 * Puts a content into a server's file and has the server load it. Whatever goes wrong on the way, the file is put back as it
 * was, through the session that was open before: AppError `unprocessable` then, or what broke.
 */
export async function install(held: pg.ClientBase, installation: Installation): Promise<void> {
  const { file, content, backup, problem, probe } = installation;
  await backUp(file, backup);
  try {
    await replaceFile(file, content);
  } catch (error) {
    await rm(backup, { force: true });
    throw error;
  }
  let isLoaded = false;
  try {
    const wrong = problem(await readHbaRows(held));
    if (wrong !== null) {
      throw unprocessable(
        'dbadmin.file_refused',
        `The server would not take the file (${wrong}), so it was put back as it was.`,
      );
    }
    isLoaded = true;
    await reloadConfiguration(held);
    await probe().catch(refuseLockOut);
  } catch (error) {
    await putBack(backup, file.path);
    // A server that is gone loads the old file when it comes back.
    if (isLoaded) {
      await reloadConfiguration(held).catch((second: unknown) => {
        throw error instanceof AppError ? second : error;
      });
    }
    throw error;
  }
}

function refuseLockOut(error: unknown): never {
  const why = error instanceof AppError ? error.message : 'the new session failed';
  throw unprocessable(
    'dbadmin.locked_out',
    `With these rules the server does not let us in any more (${why}), so they were taken back.`,
  );
}
