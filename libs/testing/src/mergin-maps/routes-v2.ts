import { mayRead, pageOf, projectById, versionNumber, versionOf } from './access.ts';
import { deltaBody, filesOf, projectV2, seconds, workspaceId } from './bodies.ts';
import { deltaItems } from './deltas.ts';
import type { MergedDiffs } from './deltas.ts';
import { latestOf } from './project-store.ts';
import type { ProjectStore } from './project-store.ts';
import { NOT_SIGNED_IN, Refusal } from './refusal.ts';
import type { MerginRoute, TestMerginProject } from './types.ts';

/** `sync/public_api_v2_controller.py`: what reads. */
export function readingRoutesV2(store: ProjectStore): Record<string, MerginRoute> {
  const merged: MergedDiffs = new Map();
  return {
    'GET /v2/workspaces/(\\d+)/projects': ({ params, query, user }) => {
      if (!user) return NOT_SIGNED_IN;
      const known = new Set(store.projects.map(({ namespace }) => namespace).concat(user.workspaces));
      const workspace = [...known].find((name) => workspaceId(name) === Number(params[0]));
      if (!workspace) throw new Refusal(404, 'Workspace not found');
      if (!user.workspaces.includes(workspace))
        throw new Refusal(403, 'You do not have permissions to workspace');
      const text = (query['q'] ?? '').toLowerCase();
      const found = store.projects.filter(
        ({ name, namespace, removed }) =>
          namespace === workspace && !removed && name.toLowerCase().includes(text),
      );
      const { page, perPage, items } = pageOf(found, query, 50);
      const projects = items.map((project) => projectV2(project, user));
      return { json: { page, per_page: perPage, count: found.length, projects } };
    },

    'POST /v2/projects/batch': async ({ body, user }) => {
      const { ids = [] } = (await body()) as { ids?: string[] };
      const distinct = [...new Set(ids)];
      if (distinct.length > 100) {
        throw new Refusal(400, 'Batch size exceeds maximum allowed size 100', { code: 'BatchLimitExceeded' });
      }
      const projects = distinct.map((id) => {
        const project = store.projects.find((each) => each.id === id && !each.removed);
        if (project && mayRead(project, user)) return projectV2(project, user);
        return { id, error: project && user ? 403 : 404 };
      });
      return { json: { projects } };
    },

    'GET /v2/projects/([^/]+)': ({ params, query, user }) => {
      const project = projectById(store, params[0], { user, expose: false });
      const at = query['files_at_version'];
      const version = at ? versionOf(project, at) : undefined;
      const files = version
        ? {
            files: filesOf(version).map(({ path, size, checksum, mtime }) => ({
              ...{ path, size, checksum, mtime: seconds(mtime) },
            })),
          }
        : {};
      return { json: { ...projectV2(project, user), ...files } };
    },

    'GET /v2/projects/([^/]+)/delta': ({ params, query, user, has }) => {
      const project = projectById(store, params[0], { user });
      const [since, to] = rangeOf(project, query);
      const items = has('empty-delta') ? [] : deltaItems(project, { since, to, merged });
      return { json: { to_version: `v${to}`, items: items.map(deltaBody) } };
    },

    'GET /v2/projects/([^/]+)/raw/diff': ({ params, query, user, has }) => {
      const project = projectById(store, params[0], { user });
      const id = query['file'] ?? '';
      const single = project.versions
        .flatMap(({ changes }) => changes)
        .find(({ diff }) => diff?.path === id)?.diff;
      const several = merged.get(id);
      if (several) several.stored ??= store.mergedDiff(project, several.path, several.range);
      if (!single && !several) throw new Refusal(404);
      const stored = single ?? several?.stored;
      if (!stored || has('broken-diff')) {
        const detail = 'Required diff file could not be downloaded as it could not be reconstructed';
        throw new Refusal(422, detail, { code: 'DiffDownloadError' });
      }
      return { file: stored.location, name: stored.path };
    },
  };
}

/** The checks of `get_project_delta`. */
function rangeOf(project: TestMerginProject, query: Record<string, string>): [number, number] {
  const latest = latestOf(project).number;
  if (query['since'] === undefined) throw new Refusal(400, "Missing query parameter 'since'");
  const since = versionNumber(query['since']);
  const to = query['to'] === undefined ? latest : versionNumber(query['to']);
  if (to > latest) throw new Refusal(400, "The 'to' parameter exceeds latest project version");
  if (since > to) {
    const end = query['to'] === undefined ? 'latest project version' : "'to' parameter";
    throw new Refusal(400, `The 'since' parameter must be less than or equal to the ${end}`);
  }
  return [since, to];
}
