import { QfcError, sendJson, sendList } from './answer.ts';
import type { QfcExchange } from './answer.ts';
import { readFields } from './read-fields.ts';
import { qgisProjectOf } from './store.ts';
import type { QfcProject, QfcRole, QfcUser } from './types.ts';

const UNFINISHED = new Set(['pending', 'queued', 'started']);

/** Role of a user in a project; public projects can be read by everybody. */
export function roleOf(project: QfcProject, user: QfcUser): { role: QfcRole; origin: string } | null {
  if (project.owner === user) return { role: 'admin', origin: 'project_owner' };
  const role = project.collaborators.get(user);
  if (role) return { role, origin: 'collaborator' };
  return project.isPublic ? { role: 'reader', origin: 'public' } : null;
}

/** GET `/projects/`: what the user owns or works on, and with `include_public` what everybody may see. */
export function listProjects(exchange: QfcExchange, user: QfcUser, projects: Iterable<QfcProject>): void {
  const { query } = exchange;
  const withPublic = query.get('include_public') === '1' || query.get('include-public') === '1';
  const terms = (query.get('search') ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const same = (filter: string, value: string) =>
    !query.get(filter) || query.get(filter)?.toLowerCase() === value.toLowerCase();
  const visible = [...projects].filter((project) => {
    const access = roleOf(project, user);
    if (!access || (access.origin === 'public' && !withPublic)) return false;
    const words = [project.owner.username.toLowerCase(), project.name.toLowerCase()];
    if (!terms.every((term) => words.some((word) => word.includes(term)))) return false;
    return same('name', project.name) && same('owner', project.owner.username);
  });
  sendList(exchange, visible.toSorted(orderOf(query.get('ordering') ?? '')), (project) =>
    toProjectBody(project, user),
  );
}

/** GET `/projects/{id}/`. */
export function getProject({ res }: QfcExchange, user: QfcUser, project: QfcProject): void {
  sendJson(res, 200, toProjectBody(project, user));
}

/** POST `/projects/`. @throws {QfcError} api_error (400), project_already_exists */
export async function createProject(
  exchange: QfcExchange,
  user: QfcUser,
  create: (name: string, fields: Record<string, unknown>) => QfcProject,
): Promise<void> {
  const { name, ...fields } = await readFields(exchange.req);
  if (typeof name !== 'string' || name === '') throw new QfcError('api_error', { status: 400 });
  sendJson(exchange.res, 201, toProjectBody(create(name, fields), user));
}

function orderOf(ordering: string): (one: QfcProject, other: QfcProject) => number {
  const sign = ordering.startsWith('-') ? -1 : 1;
  const keys: Record<string, (project: QfcProject) => string> = {
    owner: (project) => project.owner.username,
    name: (project) => project.name,
    created_at: (project) => project.createdAt,
  };
  const key = keys[ordering.replace('-', '')];
  const usual = (project: QfcProject) => `${project.owner.username}\0${project.name}`;
  return (one, other) => {
    const [a, b] = key ? [key(one), key(other)] : [usual(one), usual(other)];
    return (a < b ? -1 : a > b ? 1 : 0) * (key ? sign : 1);
  };
}

function toProjectBody(project: QfcProject, user: QfcUser): object {
  const access = roleOf(project, user);
  const isBusy = project.jobs.some(({ status }) => UNFINISHED.has(status));
  const qgisFile = qgisProjectOf(project);
  return {
    id: project.id,
    name: project.name,
    project_type: 'regular',
    owner: project.owner.username,
    description: project.description,
    private: null,
    is_public: project.isPublic,
    created_at: project.createdAt,
    updated_at: project.updatedAt,
    data_last_packaged_at: project.dataLastPackagedAt,
    data_last_updated_at: project.dataLastUpdatedAt,
    restricted_data_last_updated_at: null,
    can_repackage: qgisFile !== null,
    needs_repackaging: needsRepackaging(project),
    status: isBusy ? 'busy' : qgisFile === null ? 'failed' : 'ok',
    user_role: access?.role ?? null,
    user_role_origin: access?.origin ?? null,
    shared_datasets_project_id: null,
    is_shared_datasets_project: false,
    is_featured: false,
    is_attachment_download_on_demand: false,
    has_restricted_projectfiles: false,
    overwrite_conflicts: project.overwriteConflicts,
    file_storage_bytes: [...project.files.values()]
      .flatMap(({ versions }) => versions)
      .reduce((sum, { size }) => sum + size, 0),
    the_qgis_file_name: qgisFile,
  };
}

/** With layers in databases elsewhere nobody knows, so it is always true. */
function needsRepackaging(project: QfcProject): boolean {
  const latest = project.jobs.findLast(({ type }) => type === 'package');
  if ([...project.layers.values()].includes(null)) return true;
  if (!project.dataLastUpdatedAt || !project.dataLastPackagedAt || !latest?.finishedAt) return true;
  return latest.finishedAt < project.dataLastUpdatedAt;
}
