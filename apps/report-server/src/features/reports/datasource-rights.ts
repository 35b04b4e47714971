import type { AccessGuard, Actor } from '@cairn/service';
import { closedDatasource, templateClosed } from './errors.ts';

/** Rights on datasources of those who decide what a report shows. Its viewers read its own datasource through the report. */
export function createDatasourceRights(auth: Pick<AccessGuard, 'allows'>) {
  const mayView = (actor: Actor, resourceKey: string): Promise<boolean> =>
    auth.allows(actor, { resourceType: 'datasource', resourceKey, permission: 'view' });

  return {
    /** @throws {AppError} bad_request for a datasource that the caller may not view */
    async requireChosen(actor: Actor, datasources: readonly (string | null)[]): Promise<void> {
      for (const key of datasources)
        if (key !== null && !(await mayView(actor, key))) throw closedDatasource(key);
    },

    /** For another template of a report. @throws {AppError} forbidden when the caller may not view what the report reads */
    async requireForTemplate(actor: Actor, datasource: string | null): Promise<void> {
      if (datasource !== null && !(await mayView(actor, datasource))) throw templateClosed(datasource);
    },
  };
}
