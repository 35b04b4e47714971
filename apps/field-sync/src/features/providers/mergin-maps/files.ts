import { ProviderError } from '../errors.ts';
import { checkFiles } from '../check-answer.ts';
import { damaged, failureOfAnswer } from '../outcome.ts';
import { parseJson } from '../provider-client.ts';
import type { ProviderClient } from '../provider-client.ts';
import type { ProviderFile } from '../types.ts';
import { toPath } from './projects.ts';
import type { MerginProjects } from './projects.ts';
import type { MerginFile, MerginProject } from './types.ts';
import { toDate } from './versions.ts';

interface FilesDeps {
  client: ProviderClient;
  projects: MerginProjects;
  now(): Date;
}

/**
 * The files of one version: by id with v2, by name with v1 where a server lacks that. @throws {ProviderError} retry with
 * `field_sync.version_gone` for a version that the project does not have
 */
export async function listFiles(
  { client, projects, now }: FilesDeps,
  { id, version }: { id: string; version: string },
  signal?: AbortSignal,
): Promise<ProviderFile[]> {
  const query = new URLSearchParams({ files_at_version: version });
  const answer = await client.answer({ path: `/v2/projects/${encodeURIComponent(id)}?${query}`, signal });
  if (answer.status === 200) {
    const { files } = parseJson(answer) as { files?: MerginFile[] };
    if (files) return toProviderFiles(files);
    if (version === 'v0') return [];
    throw versionGone(version);
  }
  if (answer.status !== 404 && answer.status !== 405) throw new ProviderError(failureOfAnswer(answer, now()));
  return listByName({ client, projects, now }, { id, version }, signal);
}

async function listByName(
  { client, projects, now }: FilesDeps,
  { id, version }: { id: string; version: string },
  signal?: AbortSignal,
): Promise<ProviderFile[]> {
  // Looked up again, since another project may have the name that was kept.
  const name = await projects.byId(id, signal);
  const query = new URLSearchParams({ version });
  const answer = await client.answer({ path: `/v1/project/${toPath(name)}?${query}`, signal });
  if (answer.status === 404) throw versionGone(version);
  if (answer.status !== 200) throw new ProviderError(failureOfAnswer(answer, now()));
  const { files, id: found } = parseJson(answer) as MerginProject;
  if (!files || found !== id) throw damaged('a version without files, or of another project.');
  return toProviderFiles(files);
}

export function toProviderFiles(files: MerginFile[]): ProviderFile[] {
  return checkFiles(files).map(({ path, size, checksum, mtime }) => {
    const modifiedAt = toDate(mtime);
    return {
      ...{ path, size },
      ...(typeof checksum === 'string' ? { sha1: checksum.toLowerCase() } : {}),
      ...(modifiedAt ? { modifiedAt } : {}),
    };
  });
}

function versionGone(version: string): ProviderError {
  return new ProviderError({
    outcome: 'retry',
    code: 'field_sync.version_gone',
    message: `Mergin Maps does not have version ${version} of the project any more. The next poll finds the one that it has.`,
  });
}
