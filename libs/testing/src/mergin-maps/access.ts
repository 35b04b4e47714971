import { latestOf } from './project-store.ts';
import type { ProjectStore } from './project-store.ts';
import { Refusal } from './refusal.ts';
import type { MerginUser, StoredVersion, TestMerginProject } from './types.ts';

/** `ProjectPermissions.Read`. */
export function mayRead(project: TestMerginProject, user: MerginUser | null): boolean {
  return project.public || user?.workspaces.includes(project.namespace) === true;
}

/** `require_project`: 404 for a project that is not there, 403 for one that the caller may not read. */
export function projectByName(
  { projects }: ProjectStore,
  [namespace, name]: string[],
  user: MerginUser | null,
): TestMerginProject {
  const project = projects.find(
    (each) => each.namespace === namespace && each.name === name && !each.removed,
  );
  return readable(project, user);
}

/** `require_project_by_uuid`; without `expose` nobody gets 404 where others get 403. */
export function projectById(
  { projects }: ProjectStore,
  id: string | undefined,
  { user, expose = true }: { user: MerginUser | null; expose?: boolean },
): TestMerginProject {
  const project = projects.find((each) => each.id === id && !each.removed);
  if (!expose && !user && project && !project.public) throw new Refusal(404);
  return readable(project, user);
}

function readable(project: TestMerginProject | undefined, user: MerginUser | null): TestMerginProject {
  if (!project) throw new Refusal(404);
  if (!mayRead(project, user)) throw new Refusal(403, 'You do not have permissions for this project');
  return project;
}

/** A version by its name; without one the latest. */
export function versionOf(project: TestMerginProject, name: string | undefined): StoredVersion | undefined {
  return name === undefined || name === '' ? latestOf(project) : project.versions[versionNumber(name)];
}

/** `v12` is 12. Connexion refuses other spellings before the server's code sees them. */
export function versionNumber(name: string): number {
  const number = /^v(\d+)$/.exec(name)?.[1];
  if (number === undefined) throw new Refusal(400, `'${name}' does not match '^$|^v\\\\d+$'`);
  return Number(number);
}

/** A page of a list. Flask-SQLAlchemy answers 404 for a page after the last one. */
export function pageOf<T>(
  items: T[],
  query: Record<string, string>,
  maxPerPage: number,
): { page: number; perPage: number; items: T[] } {
  const [page, perPage] = [numberOf(query, 'page'), numberOf(query, 'per_page')];
  if (page < 1) throw new Refusal(400, `${page} is less than the minimum of 1`);
  if (perPage > maxPerPage) throw new Refusal(400, `${perPage} is greater than the maximum of ${maxPerPage}`);
  const found = items.slice((page - 1) * perPage, page * perPage);
  if (found.length === 0 && page > 1) throw new Refusal(404);
  return { page, perPage, items: found };
}

function numberOf(query: Record<string, string>, name: string): number {
  const text = query[name];
  if (text === undefined) throw new Refusal(400, `Missing query parameter '${name}'`);
  if (!/^-?\d+$/.test(text))
    throw new Refusal(400, `Wrong type, expected 'integer' for query parameter '${name}'`);
  return Number(text);
}
