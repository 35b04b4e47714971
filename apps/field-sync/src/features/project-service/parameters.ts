import { inTransaction } from '@cairn/db';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { requireId } from '../actions/read-fields.ts';
import { recordAudit } from '../audit/repo.ts';
import { noSuchProject } from '../projects/errors.ts';
import { lockConfigured, updateParameters } from './parameters-repo.ts';
import { checkTogether, readParameter, readParameters } from './read-parameters.ts';
import type { ServiceForm } from './read-parameters.ts';
import type { ServiceParameters } from './types.ts';

export type ParametersForm = ServiceForm & { id?: string; param?: string; val?: string };

/** The project whose parameters were saved. */
export interface Configured {
  id: number;
  name: string;
}

export type ParameterService = ReturnType<typeof createParameterService>;

/** How the services of projects work. A change counts from the next cycle on. */
export function createParameterService({ db }: { db: Db }) {
  function write(id: number, changes: Partial<ServiceParameters>, cause: AuditContext): Promise<Configured> {
    return inTransaction(db, {}, async (trx) => {
      const before = await lockConfigured(trx, id);
      if (!before) throw noSuchProject(id);
      const parameters = { ...before, ...changes };
      checkTogether(parameters);
      await updateParameters(trx, id, parameters);
      const { name } = before;
      await recordAudit(trx, {
        event: 'service.configured',
        ...{ cause, objectId: id, subject: name, details: changesOf(before, changes) },
      });
      return { id, name };
    });
  }

  return {
    /** Replaces all parameters. @throws {AppError} bad_request for a field, not_found */
    save: async (form: ParametersForm, cause: AuditContext): Promise<Configured> =>
      write(requireId('id', form.id), readParameters(form), cause),

    /** Replaces the one that `param` names. @throws {AppError} bad_request for name or value, not_found */
    set: async (form: ParametersForm, cause: AuditContext): Promise<Configured> =>
      write(requireId('id', form.id), readParameter(form.param, form.val), cause),
  };
}

/** What really changed, for the audit, by the names of the form. */
function changesOf(before: ServiceParameters, changes: Partial<ServiceParameters>): Record<string, unknown> {
  const names = Object.keys(changes) as (keyof ServiceParameters)[];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(changes[name]));
  return Object.fromEntries(changed.map((name) => [toSnakeCase(name), changes[name]]));
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
