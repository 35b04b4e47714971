import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { toStorageError } from '@cairn/files';
import { noSuchProject, noSuchSnapshot } from './errors.ts';
import type { Generation, Project, Snapshot } from './types.ts';

export type ProjectStore = ReturnType<typeof createProjectStore>;

const STATE_FILE = 'project.json';
const ID = /^[a-z0-9][a-z0-9-]{0,62}$/;
/** Folders that nothing refers to stay this long: QGIS Server may still read them. */
const KEEP_UNUSED_MS = 5 * 60_000;

/**
 * The projects of one folder: `<id>/project.json` says what a project is, `<id>/<generation>/` are its files, which never change.
 * Publishing adds a generation; publishing and restoring then replace project.json at once, so a process that is killed leaves
 * the old state or the new one. One process uses a folder.
 */
export function createProjectStore({ root, maxSnapshots }: { root: string; maxSnapshots: number }) {
  /** By project: settles when the last change that was asked for is over. */
  const changes = new Map<string, Promise<unknown>>();

  /** One change of a project at a time. */
  function locked<T>(id: string, work: () => Promise<T>): Promise<T> {
    const change = (changes.get(id) ?? Promise.resolve()).then(work);
    const over = change
      .catch(() => undefined)
      .finally(() => {
        if (changes.get(id) === over) changes.delete(id);
      });
    changes.set(id, over);
    return change;
  }

  function folderOf(id: string): string {
    if (!ID.test(id)) throw noSuchProject(id);
    return join(root, id);
  }

  /** @throws {AppError} not_found */
  async function read(id: string): Promise<Project> {
    const project = await find(id);
    if (!project) throw noSuchProject(id);
    return project;
  }

  async function find(id: string): Promise<Project | null> {
    try {
      return JSON.parse(await readFile(join(folderOf(id), STATE_FILE), 'utf8')) as Project;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  async function list(): Promise<Project[]> {
    const names = (await namesIn(root)).filter((name) => ID.test(name));
    const found = await Promise.all(names.map(find));
    return found
      .filter((project) => project !== null)
      .toSorted((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
  }

  /**
   * Moves a prepared folder into a project and makes it the runtime; what was the runtime becomes a snapshot. `check` gets the
   * path of the folder at its final place and may refuse it: then it is removed, and the project stays as it is.
   */
  async function publish(
    id: string,
    { name, prepared, generation, check }: PublishRequest,
  ): Promise<{ project: Project; created: boolean }> {
    const folder = await makeFolder(folderOf(id));
    const target = join(folder, newGeneration());
    try {
      await rename(prepared, target);
      await openToPrograms(target);
      await syncFolder(folder);
      await check(target);
      return await locked(id, async () => {
        const before = await find(id);
        const createdAt = new Date().toISOString();
        const runtime: Generation = { ...generation, folder: target.slice(folder.length + 1), createdAt };
        const project: Project = before
          ? { ...withSnapshot(before), name, updatedAt: createdAt, runtime }
          : { id, name, createdAt, updatedAt: createdAt, runtime, snapshots: [], lastSnapshot: 0 };
        await write(project);
        return { project, created: before === null };
      });
    } catch (error) {
      await rm(target, { recursive: true, force: true });
      throw toStorageError(error);
    }
  }

  /** Makes a snapshot the runtime. Returns the number of the snapshot of what was the runtime, null when it is the same. */
  async function restore(
    id: string,
    version: number,
  ): Promise<{ project: Project; snapshot: number | null }> {
    return locked(id, async () => {
      const before = await read(id);
      const { version: _number, ...runtime } = snapshotOf(before, version);
      if (runtime.folder === before.runtime.folder) return { project: before, snapshot: null };
      const kept = withSnapshot(before, version);
      const snapshot = kept.snapshots.find(({ folder }) => folder === before.runtime.folder)?.version ?? null;
      const project = { ...kept, updatedAt: new Date().toISOString(), runtime };
      await write(project);
      return { project, snapshot };
    });
  }

  async function remove(id: string): Promise<void> {
    await locked(id, async () => {
      await read(id);
      // Without its state there is no project; what is left of it is removed by the next sweep otherwise.
      await rm(join(folderOf(id), STATE_FILE));
      await syncFolder(folderOf(id));
      await rm(folderOf(id), { recursive: true, force: true });
    });
  }

  /** The runtime (0) or a snapshot with the path of its folder. */
  async function version(id: string, number: number): Promise<Generation & { path: string; name: string }> {
    const project = await read(id);
    const found = number === 0 ? project.runtime : snapshotOf(project, number);
    return { ...found, name: project.name, path: join(folderOf(id), found.folder) };
  }

  /** The project with its runtime as its latest snapshot, unless it is one, and without snapshots beyond the limit. */
  function withSnapshot(project: Project, keep?: number): Project {
    const isKept = project.snapshots.some(({ folder }) => folder === project.runtime.folder);
    if (isKept) return project;
    const number = project.lastSnapshot + 1;
    const all: Snapshot[] = [...project.snapshots, { ...project.runtime, version: number }];
    const excess = all.length - maxSnapshots;
    const dropped = new Set(all.filter(({ version: each }) => each !== keep).slice(0, Math.max(0, excess)));
    return { ...project, snapshots: all.filter((each) => !dropped.has(each)), lastSnapshot: number };
  }

  async function write(project: Project): Promise<void> {
    const folder = folderOf(project.id);
    const temporary = join(folder, `.${randomBytes(8).toString('hex')}.json`);
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(JSON.stringify(project));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, join(folder, STATE_FILE));
    await syncFolder(folder);
  }

  /** Removes what no project refers to: of killed processes, and generations that were replaced some minutes ago. */
  async function sweep(unusedForMs = KEEP_UNUSED_MS): Promise<number> {
    let removed = 0;
    for (const id of (await namesIn(root)).filter((name) => ID.test(name))) {
      removed += await locked(id, async () => {
        const project = await find(id);
        const used = new Set([
          STATE_FILE,
          ...(project ? [project.runtime, ...project.snapshots].map(({ folder }) => folder) : []),
        ]);
        let count = 0;
        for (const name of await namesIn(folderOf(id))) {
          const path = join(folderOf(id), name);
          if (used.has(name) || (await ageOf(path)) < unusedForMs) continue;
          await rm(path, { recursive: true, force: true });
          count += 1;
        }
        if (!project && (await namesIn(folderOf(id))).length === 0)
          await rm(folderOf(id), { recursive: true });
        return count;
      });
    }
    return removed;
  }

  return { root, find, read, list, publish, restore, remove, version, sweep };
}

export interface PublishRequest {
  name: string;
  /** Folder on the same disk, with the project file and its data. */
  prepared: string;
  generation: Omit<Generation, 'folder' | 'createdAt'>;
  check(path: string): Promise<void>;
}

function snapshotOf(project: Project, version: number): Snapshot {
  const snapshot = project.snapshots.find((each) => each.version === version);
  if (!snapshot) throw noSuchSnapshot(version);
  return snapshot;
}

function newGeneration(): string {
  return `g-${randomBytes(8).toString('hex')}`;
}

async function makeFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o755 });
  await chmod(path, 0o755);
  return path;
}

/** QGIS Server runs under another account. The folder above all projects is closed to it and to others. */
async function openToPrograms(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await chmod(join(folder, name), 0o644);
  await chmod(folder, 0o755);
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

/** Since it was last changed. */
async function ageOf(path: string): Promise<number> {
  const stats = await stat(path).catch(() => null);
  return stats === null ? 0 : Date.now() - Math.floor(stats.ctimeMs);
}
