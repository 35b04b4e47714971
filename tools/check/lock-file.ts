import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../topology.ts';
import type { CheckResult } from './step.ts';

type Packages = Record<string, { optionalDependencies?: Record<string, string> }>;

/**
 * `npm ci` refuses a lock file that leaves out optional packages of other platforms, and `npm install` leaves them
 * out where the registry does not offer them. So each one that is named must have an entry.
 */
export async function checkLockFile(): Promise<CheckResult> {
  const { packages } = JSON.parse(readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8')) as {
    packages: Packages;
  };
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isReachable(packages, path, name))
      .map((name) => `package-lock.json has no entry for ${name}, which ${path || 'package.json'} names.`),
  );
  return { passed: missing.length === 0, output: missing.join('\n') };
}

/** Looks the way Node does: beside the package, then in each folder above. */
function isReachable(packages: Packages, path: string, name: string): boolean {
  const parts = path.split('/');
  for (let length = parts.length; length >= 0; length -= 1) {
    const folder = parts.slice(0, length).filter(Boolean);
    if (packages[[...folder, 'node_modules', name].join('/')]) return true;
  }
  return false;
}
