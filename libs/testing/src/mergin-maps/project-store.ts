import { createHash, randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openGeopackage } from '../geopackage/create-geopackage.ts';
import { createDiff } from './geopackage-diff.ts';
import type { FileChange, StoredDiff, StoredFile, TestMerginProject, VersionChange } from './types.ts';

export type ProjectStore = ReturnType<typeof createProjectStore>;

/** The projects of a server with all their versions, as files below a folder. */
export function createProjectStore(folder: string) {
  const projects: TestMerginProject[] = [];

  function locationOf(project: TestMerginProject, path: string): string {
    const location = join(folder, project.id, `v${latestOf(project).number + 1}`, path);
    mkdirSync(join(location, '..'), { recursive: true });
    return location;
  }

  function describe(path: string, location: string): StoredFile {
    const checksum = createHash('sha1').update(readFileSync(location)).digest('hex');
    return { path, size: statSync(location).size, checksum, location, mtime: new Date(), diff: null };
  }

  /** As the server does for a GeoPackage that was pushed whole. */
  function findDiff(project: TestMerginProject, before: StoredFile, after: StoredFile): StoredDiff | null {
    if (!isVersioned(after.path)) return null;
    const work = `${after.location}.work`;
    try {
      const changeset = createDiff(before.location, after.location, work);
      return changeset ? storeDiff(project, after.path, changeset) : null;
    } finally {
      rmSync(work, { force: true });
    }
  }

  function storeDiff(project: TestMerginProject, path: string, changeset: Uint8Array): StoredDiff {
    const diffPath = `${path}-diff-${randomUUID()}`;
    const location = locationOf(project, diffPath);
    writeFileSync(location, changeset);
    const { size, checksum } = describe(diffPath, location);
    return { path: diffPath, size, checksum, location };
  }

  return {
    projects,
    isVersioned,
    locationOf,
    storeDiff,

    create(project: Pick<TestMerginProject, 'name' | 'namespace' | 'public' | 'creator'>): TestMerginProject {
      const created = new Date();
      const first = { number: 0, created, author: project.creator, changes: [], files: new Map() };
      const stored = {
        ...project,
        id: randomUUID(),
        created,
        removed: false,
        locked: false,
        versions: [first],
      };
      projects.push(stored);
      return stored;
    },

    /** Writes the files of a change where the next version has them, and returns their paths; null: deleted. */
    stage(project: TestMerginProject, { files = {}, edit = {} }: VersionChange): Map<string, string | null> {
      const staged = new Map<string, string | null>();
      for (const [path, content] of Object.entries(files)) {
        if (content !== null) writeFileSync(locationOf(project, path), content);
        staged.set(path, content === null ? null : locationOf(project, path));
      }
      for (const [path, change] of Object.entries(edit)) {
        const location = locationOf(project, path);
        const before = latestOf(project).files.get(path);
        if (!staged.has(path) && before) copyFileSync(before.location, location);
        staged.set(path, location);
        const db = openGeopackage(location);
        try {
          change(db);
        } finally {
          db.close();
        }
      }
      return staged;
    },

    /** Makes staged files the next version; `diffs` are those that a client sent. */
    commit(
      project: TestMerginProject,
      {
        author,
        staged,
        diffs,
      }: { author: string; staged: Map<string, string | null>; diffs?: Map<string, StoredDiff> },
    ): number {
      const latest = latestOf(project);
      const files = new Map(latest.files);
      const changes = [...staged].map(([path, location]): FileChange => {
        const before = latest.files.get(path);
        if (location === null) {
          files.delete(path);
          return { ...(before as StoredFile), diff: null, change: 'delete' };
        }
        const file = describe(path, location);
        if (before) file.diff = diffs?.get(path) ?? findDiff(project, before, file);
        files.set(path, file);
        return { ...file, change: !before ? 'create' : file.diff ? 'update_diff' : 'update' };
      });
      const number = latest.number + 1;
      project.versions.push({ number, created: new Date(), author, changes, files });
      return number;
    },

    /** The difference of a file between two versions; of one version it is stored, of more it is made. */
    mergedDiff(project: TestMerginProject, path: string, [from, to]: [number, number]): StoredDiff | null {
      const before = project.versions[from]?.files.get(path);
      const after = project.versions[to]?.files.get(path);
      if (!before || !after) return null;
      return findDiff(project, before, after);
    },

    /** The same rows in other bytes, as the server rebuilds an old GeoPackage from differences. */
    rebuild(file: StoredFile): string {
      const location = join(folder, `${randomUUID()}-${basename(file.path)}`);
      copyFileSync(file.location, location);
      const db = openGeopackage(location);
      try {
        db.exec('PRAGMA page_size = 1024; VACUUM');
      } finally {
        db.close();
      }
      return location;
    },
  };
}

export function latestOf(project: TestMerginProject) {
  return project.versions.at(-1)!;
}

/** Files whose differences the server keeps. */
export function isVersioned(path: string): boolean {
  return /\.(gpkg|sqlite)$/i.test(path);
}
