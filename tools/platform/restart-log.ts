import { renameSync, writeFileSync } from 'node:fs';
import { restartLogPath } from './platform-env.ts';
import type { Restart } from './supervisor.ts';

const maxKept = 50;

/** Starts an empty file of restarts; the portal shows it. Returns a function that adds one, newest first. */
export function openRestartLog(dataDir: string): (restart: Restart) => void {
  const file = restartLogPath(dataDir);
  let restarts: Restart[] = [];
  const write = () => {
    writeFileSync(`${file}.new`, `${JSON.stringify(restarts, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  write();
  return (restart) => {
    restarts = [restart, ...restarts].slice(0, maxKept);
    write();
  };
}
