import { join } from 'node:path';
import { AppError, badRequest } from '@cairn/service';
import type { Actor, AuditContext } from '@cairn/service';
import type { Db } from '../../../db/schema.ts';
import { recordAudit } from '../../audit/repo.ts';
import type { Registry } from '../disk/registry.ts';
import { removeSetAside, setFilesAside } from '../disk/set-aside.ts';
import { createFolder, replaceFile, toWriteError } from '../disk/write-files.ts';
import { datasourceClosed, noSuchReport, reportExists, statementsClosed } from '../errors.ts';
import { readKey } from '../key.ts';
import { clearSetAside, saveAuthor } from '../repo.ts';
import { defaultGrants, reportPath, reportResource } from '../report-resource.ts';
import type { PortalDeps } from '../report-resource.ts';
import type { Scanner } from '../scan.ts';
import type { DefinitionService } from '../service.ts';
import type { TemplateSync } from '../template-sync.ts';
import type { Definition, DefinitionEntry, TemplateFinding } from '../types.ts';
import { mergeDefinition } from './merge-definition.ts';
import { prepareFiles } from './prepare-files.ts';
import type { PreparedReport } from './prepare-files.ts';
import type { PublishForm } from './read-publish-form.ts';
import { replaceFiles } from './replace-files.ts';
import { sourceChange, statementsOf } from './source-change.ts';
import { toDefinitionParameters } from './template-parameters.ts';

export type PublishService = ReturnType<typeof createPublishService>;

export interface Published {
  key: string;
  title: string;
  /** Null while the report server has not seen the template. */
  findings: TemplateFinding[] | null;
}

interface Deps extends PortalDeps {
  db: Db;
  config: PortalDeps['config'] & { reportsRoot: string; reportServerUrl?: string; reportEngineUrl?: string };
  files: Registry;
  scanner: Scanner;
  templates: TemplateSync;
  definitions: Pick<DefinitionService, 'requirePermission'>;
}

/** Publishing and editing of reports by people. */
export function createPublishService(deps: Deps) {
  const { db, auth, registry, config, files, scanner, templates, definitions } = deps;
  const root = config.reportsRoot;

  /** Everybody who may view a report reads its datasource through it, so a person who decides what it reads must be allowed to. */
  async function mayRead(actor: Actor, definition: Definition): Promise<boolean> {
    const { datasource } = definition;
    // Another engine has datasources of its own, which the portal does not know. Statements of lists run on the report server all the same.
    const isElsewhere =
      config.reportEngineUrl && !(config.reportServerUrl && statementsOf(definition).length);
    if (datasource === '' || isElsewhere) return true;
    return auth.allows(actor, { resourceType: 'datasource', resourceKey: datasource, permission: 'view' });
  }

  /**
   * Returns whether the report reads something else then: the caller answers for that, and becomes its author.
   * @throws {AppError} bad_request for another datasource, forbidden for another statement or template of the same one
   */
  async function requireSource(
    actor: Actor,
    prepared: PreparedReport,
    former: Definition | null,
  ): Promise<boolean> {
    const { definition } = prepared;
    const change = sourceChange(prepared, former);
    if (change === null || (await mayRead(actor, definition))) return change !== null;
    const { datasource } = definition;
    throw change === 'datasource' ? datasourceClosed(datasource) : statementsClosed(datasource);
  }

  /** Returns whether the report is new at the portal. @throws {AppError} conflict for a key that somebody else has there */
  async function register(actor: Actor, key: string, title: string): Promise<boolean> {
    if (!registry) return false;
    const resource = { ...reportResource(key), displayName: title, url: reportPath(key, config.basePath) };
    const { created } = await registry.registerResource({ ...resource, grants: await defaultGrants(auth) });
    if (created) await registry.registerResource({ ...resource, ownerId: actor.id });
    else if (!(await auth.allows(actor, { ...reportResource(key), permission: 'edit' })))
      throw reportExists(key);
    return created;
  }

  async function record(
    event: 'definition.published' | 'definition.changed',
    { key, cause, fields }: { key: string; cause: AuditContext; fields: string[] },
  ): Promise<void> {
    await scanner.scan();
    await db.transaction().execute(async (trx) => {
      if (event === 'definition.published') await clearSetAside(trx, key);
      await recordAudit(trx, { event, cause, subject: key, details: { fields } });
    });
  }

  const saveAuthorOf = async ({ id }: Actor, key: string, title: string) =>
    id === null ? undefined : saveAuthor(db, { key, title, authorId: id });

  /** Null while the report server does not answer; what is new is sent after a later scan. */
  async function sendReport(key: string): Promise<TemplateFinding[] | null> {
    const entry = await files.find(key);
    if (!entry || !config.reportServerUrl) return [];
    try {
      const { findings, parameters } = await templates.send(entry);
      await adoptParameters(entry, parameters);
      return findings;
    } catch (error) {
      if (error instanceof AppError && error.kind === 'unavailable') return null;
      throw error;
    }
  }

  /** A definition without parameters gets those of its template. */
  async function adoptParameters({ key, path, definition }: DefinitionEntry, parameters: unknown[]) {
    if (!definition || definition.parameters.length > 0 || parameters.length === 0) return;
    const change = { parameters: toDefinitionParameters(parameters) };
    await replaceFile(join(root, path), mergeDefinition(key, definition.fields, change).bytes);
    await scanner.scan();
  }

  return {
    /** @throws {AppError} bad_request, conflict, unavailable: then nothing is published */
    async publish(actor: Actor, form: PublishForm, cause: AuditContext): Promise<Published> {
      const key = readKey(form.name);
      if (key === null) throw badName();
      const prepared = await prepareFiles(key, {}, form);
      const { definition, files: content } = prepared;
      await requireSource(actor, prepared, null);
      if (await files.find(key)) throw reportExists(key);
      const isNew = await register(actor, key, definition.title);
      try {
        await saveAuthorOf(actor, key, definition.title);
        if (!(await createFolder(root, key, content))) throw reportExists(key);
        await record('definition.published', { key, cause, fields: Object.keys(form) }).catch(
          async (error: unknown) => {
            const folder = await setFilesAside(root, key);
            if (folder) await removeSetAside(root, folder);
            throw error;
          },
        );
      } catch (error) {
        // Unless somebody else published it at the same moment.
        if (isNew && !(await files.find(key))) await registry?.forgetResource(reportResource(key));
        throw toWriteError(error);
      }
      return { key, title: definition.title, findings: await sendReport(key) };
    },

    /** Changes what the form names. @throws {AppError} bad_request, forbidden, not_found, unavailable */
    async edit(actor: Actor, form: PublishForm, cause: AuditContext): Promise<Published> {
      const key = await definitions.requirePermission(actor, form.report, 'edit');
      const entry = await files.find(key);
      if (!entry) throw noSuchReport();
      const prepared = await prepareFiles(key, entry.definition?.fields ?? {}, form);
      const { title } = prepared.definition;
      const isOther = await requireSource(actor, prepared, entry.definition);
      if (isOther) await saveAuthorOf(actor, key, title);
      await replaceFiles(root, entry, prepared).catch((error: unknown) => {
        throw toWriteError(error);
      });
      await record('definition.changed', { key, cause, fields: Object.keys(form) });
      return { key, title, findings: await sendReport(key) };
    },
  };
}

function badName(): AppError {
  return badRequest(
    'report-mgmt.bad_name',
    'The name of a report has letters, digits, dashes and underscores, at most 100. Choose another one.',
  );
}
