import { latestOf } from './project-store.ts';
import type { DeltaItem } from './deltas.ts';
import type { FileChange, MerginUser, StoredFile, StoredVersion, TestMerginProject } from './types.ts';

/** A path that a client writes when it cannot merge an edit; `_precompute_has_conflict`. */
const CONFLICT = /(\.gpkg|\.qgs|.qgz)(.*conflict.*)|( \(.*conflict.*)/;
const CHANGES = { create: 'added', update: 'updated', update_diff: 'updated', delete: 'removed' } as const;

/** `DateTimeWithZ`: whole seconds. */
export function seconds(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z');
}

function sizeOf({ files }: StoredVersion): number {
  return [...files.values()].reduce((sum, { size }) => sum + size, 0);
}

/** `ProjectListSchema`: its `updated` has fractions of a second, unlike the other times. */
export function listItem(project: TestMerginProject, user: MerginUser | null): object {
  const latest = latestOf(project);
  return {
    id: project.id,
    name: project.name,
    namespace: project.namespace,
    access: access(project, user),
    permissions: permissions(project, user),
    version: `v${latest.number}`,
    updated: latest.created.toISOString().replace('Z', '000Z'),
    created: seconds(project.created),
    creator: 1,
    disk_usage: sizeOf(latest),
    tags: [],
    has_conflict: [...latest.files.keys()].some((path) => CONFLICT.test(path)),
  };
}

/** `ProjectSchema` of v1, or `ProjectSchemaForVersion`. */
export function projectDetail(
  project: TestMerginProject,
  version: StoredVersion,
  user: MerginUser | null,
): object {
  return {
    id: project.id,
    name: project.name,
    namespace: project.namespace,
    access: access(project, user),
    permissions: permissions(project, user),
    role: user?.workspaces.includes(project.namespace) ? 'owner' : null,
    version: `v${version.number}`,
    created: seconds(project.created),
    updated: seconds(version.created),
    creator: 1,
    uploads: [],
    tags: [],
    disk_usage: sizeOf(version),
    files: filesOf(version).map(fileBody),
  };
}

/** `ProjectSchema` of v2. */
export function projectV2(project: TestMerginProject, user: MerginUser | null): Record<string, unknown> {
  const latest = latestOf(project);
  return {
    id: project.id,
    name: project.name,
    version: `v${latest.number}`,
    public: project.public,
    size: sizeOf(latest),
    created_at: seconds(project.created),
    updated_at: seconds(latest.created),
    workspace: { id: workspaceId(project.namespace), name: project.namespace },
    role: user?.workspaces.includes(project.namespace) ? 'owner' : null,
  };
}

export function filesOf({ files }: StoredVersion): StoredFile[] {
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** `ProjectFileSchema`. */
export function fileBody(file: StoredFile): object {
  const { path, size, checksum, mtime, diff } = file;
  return { path, size, checksum, mtime: seconds(mtime), ...(diff ? { diff: diffBody(diff) } : {}) };
}

/** `FileHistorySchema`. */
export function changeBody({ path, size, checksum, change, diff }: FileChange): object {
  return { path, size, checksum, change: CHANGES[change], ...(diff ? { diff: diffBody(diff) } : {}) };
}

/** `DeltaChangeItemSchema`. */
export function deltaBody({ path, size, checksum, change, version, diffs }: DeltaItem): object {
  const list = diffs.length > 0 ? { diffs: diffs.map((id) => ({ id })) } : {};
  return { path, size, checksum, change, version: `v${version}`, ...list };
}

/** Ids of workspaces are whole numbers. */
export function workspaceId(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 100_000, 7);
}

function diffBody({ path, size, checksum }: { path: string; size: number; checksum: string }): object {
  return { path, size, checksum };
}

function access(project: TestMerginProject, user: MerginUser | null): object {
  const names = user ? [user.username] : [];
  return {
    owners: user ? [user.id] : [],
    ownersnames: names,
    ...{ writers: [], writersnames: [], editors: [], editorsnames: [], readers: [], readersnames: [] },
    public: project.public,
  };
}

function permissions(project: TestMerginProject, user: MerginUser | null): object {
  const may = user?.workspaces.includes(project.namespace) === true;
  return { upload: may, update: may, delete: may };
}
