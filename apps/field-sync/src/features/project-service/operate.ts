import { badRequest, forbidden } from '@cairn/service';
import type { Actor, AuditContext } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { requireId } from '../actions/read-fields.ts';
import { noSuchProject } from '../projects/errors.ts';
import { rightsOn } from '../projects/rights.ts';
import type { ServiceControl } from './control.ts';
import { findConfigured } from './parameters-repo.ts';

const OPERATIONS = {
  enable: 'Enabled',
  disable: 'Disabled',
  start: 'Started',
  stop: 'Stopped',
  restart: 'Restarted',
} as const;

export interface OperationForm {
  id?: string;
  op?: string;
}

/**
 * Controls the service of a project as a form says: for administrators, and for people that the project names.
 * @throws {AppError} bad_request, forbidden, not_found, and those of the operation
 */
export function createServiceOperator({ db, serviceControl }: { db: Db; serviceControl: ServiceControl }) {
  return async function operate(
    form: OperationForm,
    actor: Actor,
    cause: AuditContext,
  ): Promise<{ id: number; message: string }> {
    const id = requireId('id', form.id);
    const project = await findConfigured(db, id);
    if (!rightsOn(project ?? { syncAdmins: [] }, actor).mayControl) throw notAllowed();
    if (!project) throw noSuchProject(id);
    const op = readOperation(form.op);
    await serviceControl[op](id, cause);
    return { id, message: `${OPERATIONS[op]} ${project.name}.` };
  };
}

function readOperation(value: string | undefined): keyof typeof OPERATIONS {
  const op = value?.trim() ?? '';
  if (Object.hasOwn(OPERATIONS, op)) return op as keyof typeof OPERATIONS;
  throw badRequest(
    'field_sync.unknown_operation',
    `op must be one of ${Object.keys(OPERATIONS).join(', ')}.`,
  );
}

/** Answered as any refusal of the contract's own rules. */
function notAllowed() {
  return forbidden('access.denied', 'Only administrators, and people that the project names, can do this.');
}
