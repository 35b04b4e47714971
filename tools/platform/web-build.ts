import { execFile } from 'node:child_process';
import { createHash, type Hash } from 'node:crypto';
import {
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { repositoryRoot } from '../topology.ts';

const run = promisify(execFile);

/** Sources of a bundle besides the service's own pages. */
const sharedSources = ['libs/ui', 'libs/contracts/src', 'libs/contracts/openapi', 'package-lock.json'];
const skipped = new Set(['node_modules', 'dist', 'test', '.vite']);

/** Whether the service has pages of its own, and whether their bundle is older than their source. */
export function webState(service: string, root = repositoryRoot): 'none' | 'fresh' | 'stale' {
  const web = join(root, 'apps', service, 'web');
  if (!existsSync(join(web, 'manifest.json'))) return 'none';
  const stamp = join(web, 'dist', '.source-hash');
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceHash(service, root) ? 'fresh' : 'stale';
}

/** Builds the service's pages when their source changed. Safe while the previous bundle is being served. */
export async function buildWeb(service: string, root = repositoryRoot): Promise<void> {
  if (webState(service, root) !== 'stale') return;
  const web = join(root, 'apps', service, 'web');
  const hash = sourceHash(service, root);
  const [fresh, dist] = [join(web, `dist.building-${process.pid}`), join(web, 'dist')];
  try {
    // The build is below the root that Vite builds, as its plugins expect.
    await run(process.execPath, [join(root, 'libs/ui/build.ts'), web, basename(fresh)], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1', FORCE_COLOR: '0' },
      maxBuffer: 16 * 1024 * 1024,
    });
    writeFileSync(join(fresh, '.source-hash'), hash);
    const old = join(web, `dist.old-${process.pid}`);
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(fresh, dist);
    rmSync(old, { recursive: true, force: true });
  } catch (error) {
    const { stderr, stdout } = error as { stderr?: string; stdout?: string };
    const said = stripVTControlCharacters(stderr || stdout || String(error));
    // The rest is the stack of the build tool.
    const reason = said.split(/\n\s+at /)[0]?.trim();
    throw new Error(`The pages of ${service} could not be built.\n${reason}`, { cause: error });
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function sourceHash(service: string, root: string): string {
  const hash = createHash('sha256');
  // The navigation of every service contains the pages of all services.
  const manifests = globSync('apps/*/web/manifest.json', { cwd: root }).toSorted();
  for (const source of [`apps/${service}/web`, ...sharedSources, ...manifests]) addToHash(hash, root, source);
  return hash.digest('hex');
}

function addToHash(hash: Hash, root: string, path: string): void {
  const full = join(root, path);
  const found = statSync(full, { throwIfNoEntry: false });
  if (found?.isFile()) hash.update(path).update(readFileSync(full));
  if (!found?.isDirectory()) return;
  for (const name of readdirSync(full).sort()) {
    if (!skipped.has(name) && !name.startsWith('dist.')) addToHash(hash, root, `${path}/${name}`);
  }
}
