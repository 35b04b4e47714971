import type { FieldSyncSchemas } from '@cairn/contracts';
import type { ProviderProject } from '../providers/types.ts';
import type { ProjectInfo } from './browse.ts';
import type { ListedServer } from './types.ts';

/** With what answers at the address rather than what was chosen. */
export function toServerBody({
  id,
  name,
  type,
  detectedType,
  url,
}: ListedServer): FieldSyncSchemas['ServerItem'] {
  return { id, name, type: detectedType ?? type, url };
}

export function toProjectChoice({ id, label }: ProviderProject): FieldSyncSchemas['Choice'] {
  return { sel_label: label, sel_value: id };
}

export function toPackageChoice(path: string): FieldSyncSchemas['Choice'] {
  return { sel_label: path, sel_value: path };
}

export function toProjectInfoBody({
  project,
  files,
  raw,
}: ProjectInfo): FieldSyncSchemas['ProviderProjectInfo'] {
  return {
    ...{ id: project.id, name: project.label, version: project.version },
    updated: project.updatedAt?.toISOString() ?? '',
    files: files.map(({ path, size, sha1, sha256, modifiedAt }) => ({
      ...{ path, size },
      ...(sha1 === undefined ? {} : { sha1 }),
      ...(sha256 === undefined ? {} : { sha256 }),
      ...(modifiedAt === undefined ? {} : { modified: modifiedAt.toISOString() }),
    })),
    raw: raw as Record<string, unknown>,
  };
}
