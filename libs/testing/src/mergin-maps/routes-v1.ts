import { readFileSync } from 'node:fs';
import { openGeopackage } from '../geopackage/create-geopackage.ts';
import { mayRead, pageOf, projectById, projectByName, versionNumber, versionOf } from './access.ts';
import { changeBody, fileBody, filesOf, listItem, projectDetail, seconds, workspaceId } from './bodies.ts';
import { isVersioned, latestOf } from './project-store.ts';
import type { ProjectStore } from './project-store.ts';
import { listChanges, readChangeset, summarize } from './read-changeset.ts';
import { NOT_SIGNED_IN, Refusal } from './refusal.ts';
import type {
  FileChange,
  MerginAnswer,
  MerginCall,
  MerginRoute,
  StoredVersion,
  TestMerginProject,
} from './types.ts';

const CHANGE_LISTS = { added: ['create'], updated: ['update', 'update_diff'], removed: ['delete'] };

/** `sync/public_api_controller.py`: what reads. */
export function readingRoutesV1(store: ProjectStore): Record<string, MerginRoute> {
  return {
    'GET /v1/workspaces': ({ user }) =>
      user
        ? {
            json: user.workspaces.map((name) => ({
              ...{ id: workspaceId(name), name, description: '', storage: 1 << 30, disk_usage: 0 },
              project_count: store.projects.filter((each) => each.namespace === name && !each.removed).length,
              role: 'owner',
            })),
          }
        : NOT_SIGNED_IN,

    'GET /v1/project/paginated': ({ query, user }) => {
      const found = store.projects.filter(
        (project) =>
          !project.removed &&
          mayRead(project, user) &&
          (!query['only_namespace'] || project.namespace === query['only_namespace']) &&
          contains(project, query['name'] ?? ''),
      );
      const order = query['order_params'] ?? '';
      if (order.includes('name_')) found.sort((a, b) => (a.name < b.name ? -1 : 1));
      if (order.includes('_desc')) found.reverse();
      const { items } = pageOf(found, query, 100);
      return { json: { count: found.length, projects: items.map((project) => listItem(project, user)) } };
    },

    'POST /v1/project/by_names': async ({ body, user }) => {
      const { projects: names = [] } = (await body()) as { projects?: string[] };
      if (names.length > 50) throw new Refusal(400, 'Too many projects');
      const entries = names.map((key) => {
        const project = store.projects.find(
          (each) => `${each.namespace}/${each.name}` === key && !each.removed,
        );
        if (project && mayRead(project, user)) return [key, listItem(project, user)];
        const isKnownWorkspace = store.projects.some(({ namespace }) => key.startsWith(`${namespace}/`));
        return [key, { error: user || !isKnownWorkspace ? 404 : 401 }];
      });
      return { json: Object.fromEntries(entries) };
    },

    'GET /v1/project/by_uuid/([^/]+)': ({ params, user }) => {
      const project = projectById(store, params[0], { user });
      return { json: projectDetail(project, latestOf(project), user) };
    },

    'GET /v1/project/raw/(.+)/([^/]+)': downloadFile(store),

    'GET /v1/project/version/([^/]+)/(v\\d+)': ({ params, user }) => {
      const project = projectById(store, params[0], { user });
      const version = versionOf(project, params[1]);
      if (!version) throw new Refusal(404);
      return { json: versionBody(project, version) };
    },

    'GET /v1/project/versions/paginated/(.+)/([^/]+)': ({ params, query, user }) => {
      const project = projectByName(store, params, user);
      const versions = project.versions.slice(1);
      if (query['descending'] !== 'false') versions.reverse();
      const { items } = pageOf(versions, query, 100);
      return {
        json: { count: versions.length, versions: items.map((version) => listedVersion(project, version)) },
      };
    },

    'GET /v1/resource/changesets/(.+)/([^/]+)/(v\\d+)': ({ params, query, user }) => {
      const project = projectByName(store, params, user);
      const version = versionOf(project, params[2]);
      if (!version) throw new Refusal(404, `Version ${params[2]} in project not found`);
      const change = version.changes.find(({ path }) => path === query['path']);
      if (!change) throw new Refusal(404, `File ${query['path']} not found`);
      if (!change.diff) throw new Refusal(404, 'Diff not found');
      return { json: changesOf(change) };
    },

    'GET /v1/project/(.+)/([^/]+)': ({ params, query, user }) => {
      const project = projectByName(store, params, user);
      const { since = '', version = '' } = query;
      if (since && version) throw new Refusal(400, "Parameters 'since' and 'version' are mutually exclusive");
      const found = versionOf(project, version);
      if (!found) throw new Refusal(404, 'Project at requested version does not exist');
      const detail = projectDetail(project, found, user);
      if (!since) return { json: detail };
      const from = versionNumber(since);
      const files = filesOf(found).map((file) => ({
        ...fileBody(file),
        history: historyOf(project, file.path, from),
      }));
      return { json: { ...detail, files } };
    },
  };
}

/** `download_project_file`. */
function downloadFile(store: ProjectStore) {
  return ({ params, query, user, has }: MerginCall): MerginAnswer => {
    const { file = '', version = '' } = query;
    const wantsDiff = isVersioned(file) && query['diff'] === 'true';
    if (wantsDiff && !version)
      throw new Refusal(400, 'Changeset must be requested for particular file version');
    if (query['diff'] === 'true' && !wantsDiff) throw new Refusal(404, `No diff in particular file ${file})`);
    const project = projectByName(store, params, user);
    const number = version ? versionNumber(version) : latestOf(project).number;
    const change = project.versions
      .slice(0, number + 1)
      .flatMap(({ changes }) => changes)
      .findLast(({ path }) => path === file);
    if (!change || change.change === 'delete') throw new Refusal(404, `File ${file} not found`);
    if (wantsDiff) {
      if (!change.diff) throw new Refusal(404, `No diff in particular file ${file} version`);
      return { file: change.diff.location, name: change.diff.path };
    }
    return { file: has('rebuilt') ? store.rebuild(change) : change.location, name: file };
  };
}

function contains({ name, namespace }: TestMerginProject, text: string): boolean {
  return `${name}\n${namespace}`.toLowerCase().includes(text.toLowerCase());
}

/** The history of a versioned file from `since` on, that version included, down to where the file was created. */
function historyOf(project: TestMerginProject, path: string, since: number): Record<string, object> {
  if (!isVersioned(path)) return {};
  const history: Record<string, object> = {};
  for (const { number, changes } of project.versions.slice(since).reverse()) {
    const change = changes.find((each) => each.path === path);
    if (change) history[`v${number}`] = changeBody(change);
    if (change?.change === 'create' || change?.change === 'delete') break;
  }
  return history;
}

/** `ProjectVersionListSchema`: counts instead of lists. */
function listedVersion(project: TestMerginProject, version: StoredVersion): object {
  const count = (change: FileChange['change']) =>
    version.changes.filter((each) => each.change === change).length;
  return {
    ...versionHead(project, version),
    changes: {
      added: count('create'),
      updated: count('update'),
      updated_diff: count('update_diff'),
      removed: count('delete'),
    },
  };
}

/** `ProjectVersionSchema`. */
function versionBody(project: TestMerginProject, version: StoredVersion): object {
  const changesets = version.changes.flatMap(({ path, diff }) =>
    diff ? [[path, { summary: summarize(readChangeset(readFileSync(diff.location))), size: diff.size }]] : [],
  );
  const changes = Object.entries(CHANGE_LISTS).map(([list, kinds]) => [
    list,
    version.changes.filter(({ change }) => kinds.includes(change)).map(changeBody),
  ]);
  return {
    ...versionHead(project, version),
    changes: Object.fromEntries(changes),
    changesets: Object.fromEntries(changesets),
    user_agent: 'cairn-test',
  };
}

function versionHead(
  { name, namespace }: TestMerginProject,
  { number, author, created, files }: StoredVersion,
) {
  const size = [...files.values()].reduce((sum, file) => sum + file.size, 0);
  return {
    name: `v${number}`,
    author,
    created: seconds(created),
    project_name: name,
    namespace,
    project_size: size,
  };
}

function changesOf(change: FileChange): object[] {
  const db = openGeopackage(change.location);
  try {
    const columns = db.prepare('SELECT name FROM pragma_table_info(?)');
    return listChanges(readChangeset(readFileSync(change.diff!.location)), (table) =>
      (columns.all(table) as { name: string }[]).map(({ name }) => name),
    );
  } finally {
    db.close();
  }
}
