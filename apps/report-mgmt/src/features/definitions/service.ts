import { isUtf8 } from 'node:buffer';
import { AppError } from '@cairn/service';
import type { Actor, OpenFields } from '@cairn/service';
import type { ReportMgmtConfig } from '../../config.ts';
import type { Db } from '../../db/schema.ts';
import type { DatasourceNames } from './datasources.ts';
import { readFileBelow } from './disk/open-file.ts';
import { thumbnailPath } from './disk/read-entry.ts';
import type { Registry } from './disk/registry.ts';
import { invalidReport, noSuchReport, permissionMissing, reportClosed } from './errors.ts';
import { readKey } from './key.ts';
import { expandParameters } from './options.ts';
import type { ExpandedParameter } from './options.ts';
import type { PublicList } from './public-list.ts';
import { MAX_DEFINITION_BYTES } from './read-definition.ts';
import { findIndexed } from './repo.ts';
import type { ReportServer } from './report-server.ts';
import { reportResource } from './report-resource.ts';
import type { PortalDeps } from './report-resource.ts';
import type { Definition } from './types.ts';

export type DefinitionService = ReturnType<typeof createDefinitionService>;

interface Deps extends Pick<PortalDeps, 'auth'> {
  db: Db;
  config: Pick<ReportMgmtConfig, 'reportsRoot'>;
  files: Registry;
  publicList: PublicList;
  datasourceNames: DatasourceNames;
  reportServer: ReportServer;
}

const MAX_THUMBNAIL_BYTES = 20 * 1024 * 1024;

/** The definitions as those who run reports see them. */
export function createDefinitionService(deps: Deps) {
  const { db, auth, config, files, publicList, datasourceNames, reportServer } = deps;

  /**
   * The key of a report that the caller may view; for those who may, whether it exists is checked later. Visitors get the same answer for a
   * hidden report and for a missing one.
   * @throws {AppError} bad_request for what cannot be a key, forbidden, not_found, unavailable while the portal's tables are away
   */
  async function requireView(actor: Actor, report: string | undefined): Promise<string> {
    const key = readKey(report);
    if (key === null) throw invalidReport();
    if (await auth.allows(actor, { ...reportResource(key), permission: 'view' })) return key;
    if (actor.kind === 'user' && !(await find(key))) throw noSuchReport();
    throw reportClosed();
  }

  /** @throws {AppError} not_found for a report without a definition, and for one with problems */
  async function requireDefinition(key: string): Promise<{ definition: Definition; path: string }> {
    const entry = await files.find(key);
    if (!entry?.definition) throw noSuchReport();
    return { definition: entry.definition, path: entry.path };
  }

  /**
   * A definition, without a check of rights; null for a missing one. While the folder is away and this process never read the definition, it is what the
   * index has of it, without parameters: enough to run the report.
   */
  async function find(key: string): Promise<Definition | null> {
    try {
      return (await files.find(key))?.definition ?? null;
    } catch (error) {
      const row =
        error instanceof AppError && error.kind === 'unavailable' ? await findIndexed(db, key) : null;
      if (!row || row.problems.length > 0) throw error;
      const { title, description, datasource, format } = row;
      return {
        ...{ name: key, title, description, report: key, datasource, format },
        ...{ accessGroups: '', parameters: [], fields: {} },
      };
    }
  }

  return {
    requireView,
    find,

    /**
     * A definition that the caller may view, to run it.
     * @throws {AppError} bad_request, forbidden, not_found, unavailable
     */
    async open(actor: Actor, report: string | undefined): Promise<Definition> {
      const definition = await find(await requireView(actor, report));
      if (!definition) throw noSuchReport();
      return definition;
    },

    /** The key of a report on which the caller has a permission. @throws {AppError} as `requireView`, forbidden */
    async requirePermission(
      actor: Actor,
      report: string | undefined,
      permission: 'edit' | 'admin',
    ): Promise<string> {
      const key = await requireView(actor, report);
      if (await auth.allows(actor, { ...reportResource(key), permission })) return key;
      throw permissionMissing(permission);
    },

    /** Names of datasources; those that public reports name while the report server was never reached. */
    async listDatasources(): Promise<string[]> {
      const names =
        (await datasourceNames.list()) ?? (await publicList.list()).map(({ datasource }) => datasource);
      return [...new Set(names)].filter((name) => name !== '').toSorted();
    },

    /** A definition with its parameters as a form needs them. */
    async configure(
      actor: Actor,
      report: string | undefined,
      values: OpenFields,
    ): Promise<{ definition: Definition; parameters: ExpandedParameter[] }> {
      const { definition } = await requireDefinition(await requireView(actor, report));
      const asker = { reportServer, personId: actor.id, values };
      return { definition, parameters: await expandParameters(definition, asker) };
    },

    /** The bytes of a definition file. @throws {AppError} as `open` */
    async openFile(actor: Actor, report: string | undefined): Promise<Buffer> {
      const { path } = await requireDefinition(await requireView(actor, report));
      const file = await readFileBelow(config.reportsRoot, path, { maxBytes: MAX_DEFINITION_BYTES });
      if (file.state !== 'read') throw noSuchReport();
      return file.bytes;
    },

    /** The text of a definition, also of one with problems; null for a file that is not a text of at most 1 MiB. Checks no rights. */
    async readText(key: string): Promise<string | null> {
      const entry = await files.find(key);
      if (!entry) return null;
      const file = await readFileBelow(config.reportsRoot, entry.path, { maxBytes: MAX_DEFINITION_BYTES });
      return file.state === 'read' && isUtf8(file.bytes) ? file.bytes.toString() : null;
    },

    /** The picture of a report; null when it has none. @throws {AppError} as `open` */
    async openThumbnail(actor: Actor, report: string | undefined): Promise<Buffer | null> {
      const key = await requireView(actor, report);
      const { path } = await requireDefinition(key);
      const picture = thumbnailPath({ path, key });
      const file = await readFileBelow(config.reportsRoot, picture, { maxBytes: MAX_THUMBNAIL_BYTES });
      return file.state === 'read' && isPng(file.bytes) ? file.bytes : null;
    },
  };
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Operators may put any file there; what is declared a PNG is one. */
function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, PNG.length).equals(PNG);
}
