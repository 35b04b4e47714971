import type { VaultSchemas } from '@cairn/contracts';
import type { Call } from '@cairn/service';
import { publishServiceFailed } from './errors.ts';
import type { GisProject, GisProjectVersion, ListedGisProject } from './types.ts';

/** Where the browser sees the vault. */
type PublicAddress = Pick<Call, 'origin' | 'basePath'>;

/** Reads what a publish service says of a project. @throws {AppError} bad_gateway unless it has an id and a name */
export function toGisProject(value: unknown): GisProject {
  const body = requireObject(value);
  const id = body.id;
  if ((typeof id !== 'string' && typeof id !== 'number') || typeof body.name !== 'string')
    throw publishServiceFailed(new Error('a project without id or name'));
  const layers = Array.isArray(body.layers) ? body.layers : [];
  return {
    id: String(id),
    name: body.name,
    runtimeStatus: text(body.runtime_status) ?? 'unknown',
    layers: layers.flatMap((layer) => text((layer as Record<string, unknown> | null)?.name) ?? []),
    ...optional('createdAt', text(body.created_at)),
    ...optional('updatedAt', text(body.updated_at)),
    ...optional('renderMode', text(body.render_mode)),
    ...optional('viewerUrl', text(body.viewer_url)),
    ...optional('source', text(body.source)),
    ...optional('snapshotCount', count(body.snapshot_count)),
  };
}

export function toGisProjects(value: unknown): GisProject[] {
  const list = Array.isArray(value) ? value : requireObject(value).projects;
  if (!Array.isArray(list)) throw publishServiceFailed(new Error('no list of projects'));
  return list.map(toGisProject);
}

export function toGisVersions(value: unknown): GisProjectVersion[] {
  const { versions } = requireObject(value);
  if (!Array.isArray(versions)) throw publishServiceFailed(new Error('no list of versions'));
  return versions.map((each) => {
    const body = requireObject(each);
    const version = count(body.version);
    if (version === undefined) throw publishServiceFailed(new Error('a version without a number'));
    return {
      version,
      createdAt: text(body.created_at) ?? '',
      sizeBytes: count(body.size_bytes) ?? 0,
      isRuntime: version === 0,
    };
  });
}

export function toGisProjectBody(
  project: ListedGisProject,
  address: PublicAddress,
): VaultSchemas['GisProject'] {
  const { id, name, createdAt, updatedAt, renderMode, viewerUrl, dataset } = project;
  const root = address.origin + address.basePath;
  const publication = dataset?.publicationId;
  return {
    ...{ id, name, snapshot_count: project.snapshotCount, runtime_status: project.runtimeStatus },
    can_edit: project.canEdit,
    viewer_url: viewerUrl ?? `${root}/gis-projects?project=${encodeURIComponent(id)}`,
    ...optional('created_at', createdAt),
    ...optional('updated_at', updatedAt),
    ...optional('render_mode', renderMode),
    ...(project.layers.length > 0 ? { layers: project.layers } : {}),
    ...optional('dataset', dataset?.name),
    ...(publication === undefined ? {} : { publication, wms_url: `${root}/published/${publication}/wms` }),
  };
}

export function toGisVersionBody(version: GisProjectVersion): VaultSchemas['GisProjectVersion'] {
  return {
    version: version.version,
    created_at: version.createdAt,
    size_bytes: version.sizeBytes,
    is_runtime: version.isRuntime,
  };
}

function requireObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw publishServiceFailed(new Error('not an object'));
  return value as Record<string, unknown>;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function count(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}

function optional<Name extends string>(name: Name, value: string | number | undefined) {
  return (value === undefined ? {} : { [name]: value }) as { [N in Name]?: any };
}
