import { join } from 'node:path';
import type { Db } from '../../../db/schema.ts';
import type { Registry } from '../disk/registry.ts';
import { createFolder, replaceFile, toWriteError } from '../disk/write-files.ts';
import { DEFINITION_FILE } from '../disk/list-candidates.ts';
import { reportExists } from '../errors.ts';
import { saveAuthor, savePushedFields } from '../repo.ts';
import { defaultGrants, reportPath, reportResource } from '../report-resource.ts';
import type { PortalDeps } from '../report-resource.ts';
import type { Scanner } from '../scan.ts';
import { toFields } from '../sent-fields.ts';
import { sourceChange } from './source-change.ts';
import { mergeDefinition } from './merge-definition.ts';
import type { DefinitionChange } from './merge-definition.ts';
import { toDefinitionParameters } from './template-parameters.ts';
import type { DeletedDefinitions } from './deleted-definitions.ts';

export type BuiltDefinitions = ReturnType<typeof createBuiltDefinitions>;

export interface BuiltDefinition extends DefinitionChange {
  title: string;
  /** Id of the person who published it. */
  author?: number | null | undefined;
}

interface Deps extends PortalDeps {
  db: Db;
  config: PortalDeps['config'] & { reportsRoot: string };
  files: Registry;
  scanner: Scanner;
  deleted: DeletedDefinitions;
}

/** Definitions of what the report server's builder publishes. */
export function createBuiltDefinitions(deps: Deps) {
  const { db, auth, registry, config, files, scanner, deleted } = deps;

  /** As the builder's reports are: nobody sees a new one before its owner shares it. */
  async function register(key: string, title: string): Promise<void> {
    const url = reportPath(key, config.basePath);
    const grants = (await defaultGrants(auth)).filter(({ group }) => group !== 'public');
    await registry?.registerResource({ ...reportResource(key), displayName: title, url, grants });
  }

  return {
    /**
     * Writes the definition of a report. A definition that is there keeps the fields that this does not name.
     * @throws {AppError} bad_request, unavailable: then nothing is written
     */
    async put(key: string, { author, parameters, ...texts }: BuiltDefinition): Promise<void> {
      const change = { ...texts, parameters: parameters && toDefinitionParameters(parameters) };
      if (!(await files.find(key))) await deleted.unarchive(key);
      const entry = await files.find(key);
      const current = entry?.definition;
      // The builder has no format to prefer; what was chosen here stays.
      const format = current?.format ?? texts.format;
      const { bytes, definition } = mergeDefinition(key, current?.fields ?? {}, { ...change, format });
      // First, or else a scan registers it with the permissions of definitions that operators add.
      await register(key, texts.title);
      const isOther = sourceChange({ definition, hasTemplate: false }, current ?? null) !== null;
      if (author && isOther) await saveAuthor(db, { key, title: texts.title, authorId: author });
      try {
        if (entry) await replaceFile(join(config.reportsRoot, entry.path), bytes);
        else if (!(await createFolder(config.reportsRoot, key, new Map([[DEFINITION_FILE, bytes]])))) {
          throw reportExists(key);
        }
      } catch (error) {
        throw toWriteError(error);
      }
      await scanner.update();
      // They are from the report server, so they are not sent back.
      await savePushedFields(db, key, toFields(definition));
    },

    /** Moves a definition to the deleted ones. A report that is not there is no error. */
    async remove(key: string): Promise<void> {
      if (!(await files.find(key))) return;
      await deleted.archive(key);
      await scanner.update();
    },
  };
}
