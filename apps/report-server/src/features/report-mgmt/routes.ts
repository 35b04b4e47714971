import type { Auth } from '@cairn/auth';
import type { ReportServerOperations } from '@cairn/contracts';
import { streaming } from '@cairn/service';
import type { Call, Handlers } from '@cairn/service';
import type { Response } from 'express';
import { answerRun } from '../executions/answer-run.ts';
import { toExecutionBody } from '../executions/mapper.ts';
import { readRunRequest } from '../executions/read-request.ts';
import type { GatewayFields } from '../executions/read-request.ts';
import { answerPicture } from '../executions/send-document.ts';
import type { ExecutionService } from '../executions/service.ts';
import type { DatasourceService } from '../datasources/service.ts';
import type { StatementOptions } from '../parameters/statement-options.ts';
import { findPerson, readPerson, runForClient } from './person.ts';

type Operation =
  | 'executeForPerson'
  | 'executeForPersonForm'
  | 'pictureForPerson'
  | 'executionOfService'
  | 'enabledDatasources'
  | 'statementOptions';

interface Deps {
  auth: Pick<Auth, 'user'>;
  executions: ExecutionService;
  datasources: Pick<DatasourceService, 'list'>;
  statementOptions: StatementOptions;
}

/** What report management asks of this service, for the person who uses it. */
export function reportMgmtRoutes({
  auth,
  executions,
  datasources,
  statementOptions,
}: Deps): Handlers<ReportServerOperations, Operation> {
  async function run(
    fields: GatewayFields & { _pictures?: 'inline' },
    open: Readonly<Record<string, readonly string[]>>,
    exchange: { call: Call; res: Response },
  ): Promise<void> {
    const actor = await readPerson(auth, exchange.call);
    const holdsPictures = fields._pictures === 'inline' || actor.id === null;
    const request = { ...readRunRequest(fields, open), holdsPictures };
    await runForClient(actor, exchange.call, () =>
      answerRun(executions, { request, runner: { actor, via: 'service' } }, exchange),
    );
  }

  return {
    executeForPerson: streaming(({ input: { query, openQuery }, call, res }) =>
      run(query, openQuery, { call, res }),
    ),
    executeForPersonForm: streaming(({ input: { body, openForm }, call, res }) =>
      run(body, openForm, { call, res }),
    ),
    pictureForPerson: streaming(async ({ input: { query }, call, res }) => {
      const actor = await readPerson(auth, call);
      await answerPicture(res, await executions.picture(actor, { id: query.uuid, image: query.image }));
    }),
    async enabledDatasources() {
      const enabled = (await datasources.list()).filter((datasource) => datasource.enabled);
      return { datasources: enabled.map(({ key, title }) => ({ key, title })) };
    },
    async statementOptions({ path, body: { sql, values, on_behalf_of: id = null } }, _actor, call) {
      const actor = await findPerson(auth, id);
      const request = { datasource: path.key.toLowerCase(), sql, values };
      return runForClient(actor, call, () => statementOptions.read(actor, request));
    },
    executionOfService: async ({ path }) => toExecutionBody(await executions.findOfService(path.id)),
  };
}
