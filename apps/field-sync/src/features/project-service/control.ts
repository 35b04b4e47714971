import { inTransaction } from '@cairn/db';
import { notFound, unprocessable } from '@cairn/service';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { recordAudit } from '../audit/repo.ts';
import type { AuditEventName } from '../audit/repo.ts';
import { writeLog } from '../runs/log-repo.ts';
import type { RunService } from '../runs/service.ts';
import { lockProject, setEnabled, setStarted, setStopped } from './control-repo.ts';
import type { ControlledProject } from './control-repo.ts';
import { readStatus } from './read-status.ts';
import { findServiceFacts } from './status-repo.ts';
import type { ServiceStatus } from './types.ts';

type Control = (projectId: number, cause: AuditContext) => Promise<void>;

/** The service of a project, as a service manager would control it. All throw not_found; what is so already is success. */
export interface ServiceControl {
  /** Starts by itself after the platform was down. Nothing starts now. */
  enable: Control;
  /** Does not start by itself after the platform was down. Nothing stops now. */
  disable: Control;
  /** Due at once; failures and their backoff are forgotten. @throws {AppError} unprocessable when the project is not complete */
  start: Control;
  /** No more polls; an open run ends before it applies anything, or has applied all of it. Returns without waiting for that. */
  stop: Control;
  /** Both. */
  restart: Control;
  status(projectId: number): Promise<ServiceStatus>;
  /** Of all projects, by id. */
  statuses(): Promise<Map<number, ServiceStatus>>;
}

export function createServiceControl(deps: { db: Db; runs: Pick<RunService, 'cancel'> }): ServiceControl {
  const { db, runs } = deps;

  function change(
    event: AuditEventName,
    write: (trx: Db, project: ControlledProject) => Promise<void>,
  ): Control {
    return (projectId, cause) =>
      inTransaction(db, {}, async (trx) => {
        const project = await lockProject(trx, projectId);
        if (!project) throw noSuchProject(projectId);
        await write(trx, project);
        await recordAudit(trx, { event, objectId: projectId, subject: project.name, cause });
        const message = `The service was ${event.replace('service.', '')} by ${cause.actorName ?? 'someone'}.`;
        await writeLog(trx, [{ projectId, level: 'info', message }]);
      });
  }

  async function start(trx: Db, project: ControlledProject): Promise<void> {
    requireComplete(project);
    await setStarted(trx, project.id);
  }

  const markStopped = change('service.stopped', (trx, { id }) => setStopped(trx, id));
  const markRestarted = change('service.restarted', start);

  return {
    enable: change('service.enabled', (trx, { id }) => setEnabled(trx, id, true)),
    disable: change('service.disabled', (trx, { id }) => setEnabled(trx, id, false)),
    start: change('service.started', start),
    async stop(projectId, cause) {
      await markStopped(projectId, cause);
      // Every insert of a run locks the project's row, so none is missed here.
      await runs.cancel(projectId);
    },
    async restart(projectId, cause) {
      // In this order: a run that begins after it is that of the new cycle.
      await runs.cancel(projectId);
      await markRestarted(projectId, cause);
    },
    async status(projectId) {
      const [facts] = await findServiceFacts(db, [projectId]);
      if (!facts) throw noSuchProject(projectId);
      return readStatus(facts);
    },
    async statuses() {
      return new Map((await findServiceFacts(db)).map((facts) => [facts.id, readStatus(facts)]));
    },
  };
}

function requireComplete({ projectRef, geopackage, schema }: ControlledProject): void {
  const missing = [
    [projectRef, 'a project of the server'],
    [geopackage, 'a GeoPackage'],
    [schema, 'a schema'],
  ].find(([value]) => value === '');
  if (missing) {
    throw unprocessable(
      'field_sync.project_incomplete',
      `The project has no ${missing[1]!.replace(/^an? /, '')} yet. Choose ${missing[1]} in its settings, then start it.`,
    );
  }
}

function noSuchProject(id: number) {
  return notFound('field_sync.no_such_project', `There is no project ${id}.`);
}
