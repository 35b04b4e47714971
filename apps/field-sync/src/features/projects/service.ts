import { inTransaction } from '@cairn/db';
import type { Actor, AuditContext, SecretBox } from '@cairn/service';
import type { Jobs } from '@cairn/jobs';
import type { Db } from '../../db/schema.ts';
import { readId, requireId } from '../actions/read-fields.ts';
import { recordAudit } from '../audit/repo.ts';
import { recordSecretShown } from '../audit/secret-repo.ts';
import { connectionString } from '../database-links/connection-string.ts';
import { openAddress } from '../database-links/password.ts';
import { findLink } from '../database-links/repo.ts';
import { serverPassword } from '../servers/password.ts';
import { findServer } from '../servers/repo.ts';
import { readProjectFields } from './check-fields.ts';
import type { ProjectFieldsForm } from './check-fields.ts';
import { CONSTRAINTS, noSuchProject, runUnderWay, unknownChoice } from './errors.ts';
import {
  deleteProject,
  findFileTargets,
  findOpenRunJob,
  findProject,
  forgetVersions,
  insertProject,
  listNeighbours,
  listProjects,
  lockProject,
  replaceFileTargets,
  updateProject,
} from './repo.ts';
import { readableIds, requireReadable } from './rights.ts';
import type { ListedProject, Project, ProjectFields } from './types.ts';

export type ProjectForm = ProjectFieldsForm & { id?: string };

interface ProjectDeps {
  db: Db;
  secretBox: SecretBox;
  jobs: Pick<Jobs, 'cancel'>;
}

export interface SavedProject {
  id: number;
  name: string;
  schema: string;
  /** Other projects that write to the same schema. */
  neighbours: string[];
}

export type ProjectService = ReturnType<typeof createProjectService>;

/** The projects, as administrators keep them. */
export function createProjectService({ db, secretBox, jobs }: ProjectDeps) {
  async function get(id: number): Promise<Project> {
    const project = await findProject(db, id);
    if (!project) throw noSuchProject(id);
    return project;
  }

  /** Refused while a run is open, since it works with what was so when it began. */
  async function update(trx: Db, before: Project, fields: ProjectFields): Promise<void> {
    const isOtherProject =
      fields.serverId !== before.serverId || fields.providerProject !== before.providerProject;
    const isOtherPlace = fields.databaseLinkId !== before.databaseLinkId || fields.schema !== before.schema;
    const isOther = isOtherProject || isOtherPlace || fields.geopackage !== before.geopackage;
    if (isOther && (await findOpenRunJob(trx, before.id)) !== undefined) throw runUnderWay(before.name);
    await updateProject(trx, before.id, fields);
    if (isOther) await forgetVersions(trx, before.id, { isOtherProject, isOtherPlace });
  }

  return {
    /** By name. */
    list: (): Promise<ListedProject[]> => listProjects(db),

    get,

    /** One that the caller may read. @throws {AppError} not_found, forbidden */
    async getReadable(actor: Actor, id: number): Promise<Project> {
      const project = await get(id);
      await requireReadable(db, actor, id);
      return project;
    },

    /** Those that the caller may read, by name. */
    async listReadable(actor: Actor): Promise<Project[]> {
      const [all, ids] = await Promise.all([listProjects(db), readableIds(db, actor)]);
      return ids === null ? all : all.filter(({ id }) => ids.includes(id));
    },

    /**
     * Creates a project, or replaces the fields of the one with the form's id; the parameters of its service stay.
     * `ownerId` is the creator's account here, null for people of the platform.
     * @throws {AppError} bad_request for a field, not_found, conflict for a name that another one has, and for another source or place
     *   while a run is open
     */
    async save(form: ProjectForm, cause: AuditContext, ownerId: number | null): Promise<SavedProject> {
      const id = readId('id', form.id);
      const fields = readProjectFields(form);
      return inTransaction(db, CONSTRAINTS, async (trx) => {
        const before = id === null ? null : await lockProject(trx, id);
        if (before === undefined) throw noSuchProject(id!);
        await requireChoices(trx, fields);
        if (before) await update(trx, before, fields);
        const savedId = before?.id ?? (await insertProject(trx, fields, ownerId));
        await replaceFileTargets(trx, savedId, fields.fileTargetIds);
        const { name, schema } = fields;
        await recordAudit(trx, {
          event: before ? 'project.changed' : 'project.created',
          ...{ cause, objectId: savedId, subject: name, details: auditDetails(fields) },
        });
        return { id: savedId, name, schema, neighbours: await listNeighbours(trx, savedId) };
      });
    },

    /** Ends its runs and forgets its packages. Its tables stay where they are. @throws {AppError} not_found */
    async remove(form: ProjectForm, cause: AuditContext): Promise<Project> {
      const id = requireId('id', form.id);
      const { project, jobId } = await inTransaction(db, CONSTRAINTS, async (trx) => {
        const locked = await lockProject(trx, id);
        if (!locked) throw noSuchProject(id);
        const openRunJob = await findOpenRunJob(trx, id);
        await deleteProject(trx, id);
        const { name: subject, schema } = locked;
        const details = { database_link_id: locked.databaseLinkId, schema, uuid: locked.uuid };
        await recordAudit(trx, { event: 'project.deleted', cause, objectId: id, subject, details });
        return { project: locked, jobId: openRunJob };
      });
      if (typeof jobId === 'number') await jobs.cancel(jobId);
      return project;
    },

    /** The password of the project's server, for a person to see. @throws {AppError} not_found, conflict without one, too_many */
    async showPassword(form: ProjectForm, cause: AuditContext): Promise<string> {
      const project = await get(requireId('id', form.id));
      const server = (await findServer(db, project.serverId))!;
      const password = serverPassword.require(secretBox, server);
      await recordShown(project, cause, { secret: 'server', server_id: server.id });
      return password;
    },

    /** Keywords and values for libpq, with the password, of the project's database. @throws {AppError} not_found, too_many */
    async showConnection(form: ProjectForm, cause: AuditContext): Promise<string> {
      const project = await get(requireId('id', form.id));
      const link = (await findLink(db, project.databaseLinkId))!;
      const text = connectionString(openAddress(secretBox, link));
      await recordShown(project, cause, { secret: 'database', database_link_id: link.id });
      return text;
    },
  };

  function recordShown({ id, name }: Project, cause: AuditContext, details: object): Promise<void> {
    return recordSecretShown(db, {
      ...{ event: 'project.secret_shown', cause, objectId: id, subject: name, details: { ...details } },
    });
  }
}

/** @throws {AppError} bad_request for a server, database or file target that does not exist */
async function requireChoices(trx: Db, fields: ProjectFields): Promise<void> {
  if (!(await findServer(trx, fields.serverId))) throw unknownChoice('server_id', fields.serverId);
  if (!(await findLink(trx, fields.databaseLinkId))) throw unknownChoice('pglink_id', fields.databaseLinkId);
  const targets = await findFileTargets(trx, fields.fileTargetIds);
  const missing = fields.fileTargetIds.find((id) => !targets.includes(id));
  if (missing !== undefined) throw unknownChoice('rsync_ids[]', missing);
}

function auditDetails(fields: ProjectFields) {
  return {
    server_id: fields.serverId,
    project_id: fields.providerProject,
    geopackage: fields.geopackage,
    pglink_id: fields.databaseLinkId,
    schema: fields.schema,
    rsync_ids: fields.fileTargetIds,
  };
}
