import { execFileSync } from 'node:child_process';

/** Works without a container engine, and as root without user namespaces. */
const ENVIRONMENT = { ...process.env, BUILDAH_ISOLATION: 'chroot', STORAGE_DRIVER: 'vfs' };

/** Runs buildah and returns what it prints; its messages go to this process's standard error. */
export function buildah(args: string[]): string {
  return execFileSync('buildah', args, {
    env: ENVIRONMENT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  }).trim();
}

/** Runs buildah and shows what it prints. */
export function showBuildah(args: string[]): void {
  execFileSync('buildah', args, { env: ENVIRONMENT, stdio: ['ignore', 'inherit', 'inherit'] });
}
