import type { FieldSyncOperations, FieldSyncSchemas } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { Actor, AuditContext, Handlers } from '@cairn/service';
import { chooseAction } from '../actions/choose-action.ts';
import type { ProjectService, SavedProject } from './service.ts';

type Form = FieldSyncSchemas['ProjectForm'];
type Result = FieldSyncSchemas['ActionResult'];

export function projectRoutes({
  projects,
  ownerOf,
}: {
  projects: ProjectService;
  /** The account here of a caller; null for people of the platform. */
  ownerOf(actor: Actor): number | null;
}): Handlers<FieldSyncOperations, 'projectAction'> {
  const actions = {
    async save(form: Form, cause: AuditContext, ownerId: number | null): Promise<Result> {
      const saved = await projects.save(form, cause, ownerId);
      return { success: true, message: describeSaved(saved), id: saved.id };
    },
    async delete(form: Form, cause: AuditContext): Promise<Result> {
      const { name, schema } = await projects.remove(form, cause);
      return { success: true, message: `Deleted ${name}. Its tables stay in the schema "${schema}".` };
    },
    async pwd_vis(form: Form, cause: AuditContext): Promise<Result> {
      return { success: true, message: await projects.showPassword(form, cause) };
    },
    async conn_info(form: Form, cause: AuditContext): Promise<Result> {
      return { success: true, message: await projects.showConnection(form, cause) };
    },
  };
  return {
    projectAction: ({ body }, actor, call) =>
      actions[chooseAction('project.php', body)](body, auditContext(actor, call), ownerOf(actor)),
  };
}

function describeSaved({ name, schema, neighbours }: SavedProject): string {
  if (neighbours.length === 0) return `Saved ${name}.`;
  const names = neighbours.map((each) => `"${each}"`).join(', ');
  return `Saved ${name}. The schema "${schema}" is also that of ${names}: a table of one project is refused to the others.`;
}
