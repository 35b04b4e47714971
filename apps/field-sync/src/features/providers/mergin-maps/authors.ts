import { damaged } from '../outcome.ts';
import type { ProviderClient } from '../provider-client.ts';
import type { VersionAuthor } from '../types.ts';
import { toPath } from './projects.ts';
import type { MerginProjects } from './projects.ts';
import { toDate, versionNumber } from './versions.ts';

const PAGE_SIZE = 100;
/** Of a history that is longer, the newest versions count. */
const MAX_PAGES = 10;

/** Who made the versions after `since` up to `to`, the newest first; without `since` who made `to`. */
export async function listAuthors(
  { client, projects }: { client: ProviderClient; projects: MerginProjects },
  id: string,
  { since, to, signal }: { since: string | null; to: string; signal?: AbortSignal | undefined },
): Promise<VersionAuthor[]> {
  const last = versionNumber(to);
  if (last === null) return [];
  const first = since === null ? last : (versionNumber(since) ?? 0) + 1;
  const authors: VersionAuthor[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const query = new URLSearchParams({
      page: String(page),
      per_page: String(PAGE_SIZE),
      descending: 'true',
    });
    const { body } = await projects.withName(
      id,
      (name) => client.json({ path: `/v1/project/versions/paginated/${toPath(name)}?${query}`, signal }),
      signal,
    );
    const { versions, count = 0 } = body as {
      versions?: { name: string; author?: string | null; created?: string }[];
      count?: number;
    };
    if (!Array.isArray(versions)) throw damaged('a history without versions.');
    for (const { name, author, created } of versions) {
      const number = versionNumber(name) ?? 0;
      if (number < first || number > last) continue;
      authors.push({ version: name, author: author ?? '', createdAt: toDate(created) });
    }
    const oldest = versionNumber(versions.at(-1)?.name ?? 'v0') ?? 0;
    if (oldest <= first || page * PAGE_SIZE >= count) break;
  }
  return authors;
}
