import type { FieldSyncOperations, FieldSyncSchemas } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { Actor, AuditContext, Handlers } from '@cairn/service';
import { chooseAction } from '../actions/choose-action.ts';
import type { ServerBrowser } from './browse.ts';
import { toPackageChoice, toProjectChoice, toProjectInfoBody, toServerBody } from './mapper.ts';
import type { ServerService } from './service.ts';

type Operation = 'serverAction' | 'earlierServerAction';
type Form = FieldSyncSchemas['ServerForm'];
type Result = FieldSyncSchemas['ServerActionResult'];

export function serverRoutes({
  servers,
  serverBrowser,
  ownerOf,
}: {
  servers: ServerService;
  serverBrowser: ServerBrowser;
  /** The account here of a caller; null for people of the platform. */
  ownerOf(actor: Actor): number | null;
}): Handlers<FieldSyncOperations, Operation> {
  const actions = {
    async save(form: Form, cause: AuditContext, ownerId: number | null): Promise<Result> {
      const { id, name, product } = await servers.save(form, cause, ownerId);
      const found = product === null ? '' : ` ${product} answers at its address.`;
      return { success: true, message: `Saved ${name}.${found}`, id };
    },
    async delete(form: Form, cause: AuditContext): Promise<Result> {
      const name = await servers.remove(form, cause);
      return { success: true, message: `Deleted ${name}.` };
    },
    async pwd_vis(form: Form, cause: AuditContext): Promise<Result> {
      return { success: true, message: await servers.showPassword(form, cause) };
    },
    async list_projects(form: Form): Promise<Result> {
      const projects = await serverBrowser.listProjects(form);
      return { success: true, message: '', projects: projects.map(toProjectChoice) };
    },
    async list_geopackages(form: Form): Promise<Result> {
      const geopackages = await serverBrowser.listGeopackages(form);
      return { success: true, message: '', geopackages: geopackages.map(toPackageChoice) };
    },
    async list_project_geopackages(form: Form): Promise<Result> {
      const { projects, geopackages } = await serverBrowser.listBoth(form);
      const lists = {
        projects: projects.map(toProjectChoice),
        geopackages: geopackages.map(toPackageChoice),
      };
      return { success: true, message: '', ...lists };
    },
    async project_info(form: Form): Promise<Result> {
      const info = await serverBrowser.describeProject(form);
      return { success: true, message: '', project_info: toProjectInfoBody(info) };
    },
    async list_servers(): Promise<Result> {
      return { success: true, message: '', servers: (await servers.list()).map(toServerBody) };
    },
  };
  return {
    serverAction: ({ body }, actor, call) =>
      actions[chooseAction('server.php', body)](body, auditContext(actor, call), ownerOf(actor)),
    earlierServerAction: ({ body }, actor, call) =>
      actions[chooseAction('__server.php', body)](body, auditContext(actor, call), ownerOf(actor)),
  };
}
