import { JsonText } from '@cairn/service';
import type { Registry } from './disk/registry.ts';
import type { PublicReports } from './public-reports.ts';
import type { Scanner } from './scan.ts';

/** An entry of the list for everybody. */
export interface ListedReport {
  name: string;
  title: string;
  datasource: string;
}

interface Deps {
  files: Registry;
  scanner: Scanner;
  publicReports: PublicReports;
}

export type PublicList = ReturnType<typeof createPublicList>;

/** The reports that everybody may view. It is built again only when a definition or a permission has changed. */
export function createPublicList({ files, scanner, publicReports }: Deps) {
  let cached: { version: string; list: ListedReport[]; json: Uint8Array } | null = null;

  /** Definitions without problems; what the index has of them while the folder was never readable. */
  function served(): ListedReport[] {
    const entries = files.entries();
    if (!files.isAway() || entries.length > 0) {
      return entries.flatMap(({ key, definition }) =>
        definition ? [{ name: key, title: definition.title, datasource: definition.datasource }] : [],
      );
    }
    return [...scanner.index().values()]
      .filter(({ problems, goneAt }) => problems.length === 0 && !goneAt)
      .map(({ key, title, datasource }) => ({ name: key, title, datasource }));
  }

  async function current() {
    await scanner.ready();
    const { keys, revision } = await publicReports.current();
    const version = [revision, files.revision(), files.isAway(), scanner.index().size].join();
    if (cached?.version === version) return cached;
    const list = served()
      .filter(({ name }) => keys.has(name))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
    cached = { version, list, json: Buffer.from(JSON.stringify(list)) };
    return cached;
  }

  return {
    list: async (): Promise<ListedReport[]> => (await current()).list,
    json: async (): Promise<JsonText<ListedReport[]>> => new JsonText([(await current()).json]),
  };
}
