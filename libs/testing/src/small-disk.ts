import { execFileSync } from 'node:child_process';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Mounts a disk of one MiB over a folder. */
export function mountSmallDisk(folder: string) {
  const filler = join(folder, '.filler');
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
  return {
    /** Leaves this much space. */
    async fill(freeBytes: number) {
      const { bavail, bsize } = await statfs(folder);
      await writeFile(filler, Buffer.alloc(bavail * bsize - freeBytes));
    },
    empty: () => rm(filler),
    resize: (bytes: number) => void execFileSync('mount', ['-o', `remount,size=${bytes}`, folder]),
    /** Also while the service reads a file of it. */
    unmount: () => void execFileSync('umount', ['--lazy', folder]),
  };
}
