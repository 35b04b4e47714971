import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { projectById } from './access.ts';
import { filesOf, projectV2, seconds } from './bodies.ts';
import { applyDiff } from './geopackage-diff.ts';
import { latestOf } from './project-store.ts';
import type { ProjectStore } from './project-store.ts';
import { NOT_SIGNED_IN, Refusal } from './refusal.ts';
import type { MerginRoute, StoredDiff, TestMerginProject } from './types.ts';

interface PushedFile {
  path: string;
  size: number;
  checksum: string;
  chunks?: string[];
  diff?: { path: string; size: number; checksum: string };
}

interface Push {
  version: string;
  check_only?: boolean;
  changes: { added?: PushedFile[]; updated?: PushedFile[]; removed?: PushedFile[] };
}

const MAX_CHUNK = 10 * 1024 * 1024;

/** What creates projects and versions, as far as the suite that also runs against a real server needs it. */
export function pushRoutes(store: ProjectStore): Record<string, MerginRoute> {
  const chunks = new Map<string, Buffer>();

  /** The bytes that a client sent for a file, of the size that it announced. */
  function received(file: PushedFile): Buffer {
    const parts = (file.chunks ?? []).map((id) => chunks.get(id));
    const bytes = Buffer.concat(parts.filter((part) => part !== undefined));
    if (parts.includes(undefined) || bytes.length !== (file.diff ?? file).size)
      throw syncError(file.path, 'corrupted');
    return bytes;
  }

  function receive(project: TestMerginProject, { added = [], updated = [], removed = [] }: Push['changes']) {
    const staged = new Map<string, string | null>(removed.map(({ path }) => [path, null]));
    const diffs = new Map<string, StoredDiff>();
    for (const file of [...added, ...updated]) {
      const bytes = received(file);
      const location = store.locationOf(project, file.path);
      const before = latestOf(project).files.get(file.path);
      if (file.diff && before) {
        if (!applyDiff(before.location, bytes, location)) throw syncError(file.path, 'sync_error');
        diffs.set(file.path, store.storeDiff(project, file.path, bytes));
      } else {
        writeFileSync(location, bytes);
      }
      staged.set(file.path, location);
    }
    return { staged, diffs };
  }

  return {
    'POST /v1/project/([^/]+)': async ({ params, body, user }) => {
      if (!user) return NOT_SIGNED_IN;
      const [namespace = ''] = params;
      if (!user.workspaces.includes(namespace)) throw new Refusal(404, 'Workspace does not exist');
      const { name, public: isPublic = false } = (await body()) as { name: string; public?: boolean };
      if (store.projects.some((each) => each.namespace === namespace && each.name === name && !each.removed))
        throw new Refusal(409, 'Project with the same name already exists');
      store.create({ name, namespace, public: isPublic, creator: user.username });
      return { json: null };
    },

    'DELETE /v2/projects/([^/]+)': ({ params, user }) => {
      if (!user) return NOT_SIGNED_IN;
      projectById(store, params[0], { user }).removed = true;
      return { status: 204 };
    },

    'POST /v2/projects/([^/]+)/chunks': async ({ params, bytes, user }) => {
      if (!user) return NOT_SIGNED_IN;
      projectById(store, params[0], { user });
      const chunk = await bytes();
      if (chunk.length > MAX_CHUNK)
        throw new Refusal(413, 'Chunk size exceeds maximum allowed size 10.0 MB', { code: 'BigChunkError' });
      const id = randomUUID();
      chunks.set(id, chunk);
      return { json: { id, valid_until: seconds(new Date(Date.now() + 24 * 3_600_000)) } };
    },

    'POST /v2/projects/([^/]+)/versions': async ({ params, body, user }) => {
      if (!user) return NOT_SIGNED_IN;
      const project = projectById(store, params[0], { user });
      if (project.locked) {
        const detail = 'The project is currently locked and you cannot make changes to it';
        throw new Refusal(423, detail, { code: 'ProjectLocked' });
      }
      const push = (await body()) as Push;
      const latest = latestOf(project);
      if (push.version !== `v${latest.number}`) {
        const versions = { client_version: push.version, server_version: `v${latest.number}` };
        throw new Refusal(409, 'Project version mismatch', { code: 'ProjectVersionExists', ...versions });
      }
      refuseImpossible(project, push.changes);
      if (push.check_only) return { status: 204 };
      store.commit(project, { author: user.username, ...receive(project, push.changes) });
      const files = filesOf(latestOf(project)).map(({ path, size, checksum, mtime }) => ({
        ...{ path, size, checksum, mtime: seconds(mtime) },
      }));
      return { status: 201, json: { ...projectV2(project, user), files } };
    },
  };
}

function refuseImpossible(
  project: TestMerginProject,
  { added = [], updated = [], removed = [] }: Push['changes'],
): void {
  const { files } = latestOf(project);
  const fail = (detail: string): Refusal => new Refusal(422, detail, { code: 'UploadError' });
  if (added.length + updated.length + removed.length === 0) throw fail('No changes');
  if (added.length > 0 && added.every(({ path }) => files.has(path)))
    throw fail('Add changes contain files which already exist');
  if ([...updated, ...removed].some(({ path }) => !files.has(path)))
    throw fail('Update or remove changes contain files that are not in project');
}

function syncError(path: string, problem: string): Refusal {
  const detail =
    'There are either corrupted files or it is not possible to create version with provided geopackage data';
  return new Refusal(422, detail, { code: 'DataSyncError', failed_files: { [path]: problem } });
}
