import type { Actor } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { compileSelect } from '../query/compile-select.ts';
import type { QueryService } from '../query/service.ts';
import type { ViewSource } from '../views/types.ts';
import { ownerOf } from '../access/owner.ts';
import { checkReportParameters } from './bind-report.ts';
import { checkDashboardParameters } from './bind-widget.ts';
import { badToken } from './errors.ts';
import { checkOrigins } from './origins.ts';
import type { NewToken } from './repo.ts';
import { readTemplateOf } from './resources.ts';
import type { EmbeddedResource, EmbedResource, EmbedTokenInput } from './types.ts';

const DEFAULT_SECONDS = 600;

/** What a request names. */
export function resourceOf(
  { type, id, owner }: Pick<EmbedTokenInput, 'type' | 'id' | 'owner'>,
  actor: Actor,
): EmbedResource {
  const hasOwner = type === 'view' || type === 'dashboard';
  if (!hasOwner && owner !== undefined)
    throw badToken('owner', 'A report has no owner in its address. Remove it.');
  return { type, key: id.toLowerCase(), owner: hasOwner ? (owner ?? ownerOf(actor).username) : null };
}

interface MintDeps {
  db: Db;
  queries: QueryService;
  allowHttp: boolean;
}

/**
 * The token that a request describes, checked against what it opens.
 * @throws {AppError} bad_request that names the member
 */
export async function describeToken(
  { db, queries, allowHttp }: MintDeps,
  {
    input,
    resource,
    found,
    actor,
  }: { input: EmbedTokenInput; resource: EmbedResource; found: EmbeddedResource; actor: Actor },
): Promise<Omit<NewToken, 'sha256'>> {
  const { parameters = {}, filter, datasource, origins = [], actions = [], expires_in: expiresIn } = input;
  if (filter !== undefined) {
    if (found.kind !== 'view') {
      throw badToken('filter', 'Only a token for a view has a filter. Bind parameters instead.');
    }
    await checkFilter(queries, actor, { source: found.view.source, filter });
  }
  checkDatasource(found, datasource);
  await checkParameters(db, { input, found });
  const creator = ownerOf(actor);
  return {
    ...resource,
    parameters,
    filter: filter ?? null,
    datasource: datasource ?? null,
    origins: checkOrigins(origins, { allowHttp }),
    actions: [...new Set(actions)],
    creatorId: creator.id,
    creator: creator.username,
    expiresIn: expiresIn ?? DEFAULT_SECONDS,
  };
}

function checkDatasource(found: EmbeddedResource, datasource: string | undefined): void {
  if (datasource === undefined) return;
  if (found.kind !== 'report')
    throw badToken('datasource', 'Only a token for a report may name a datasource. Remove it.');
  const { datasource: own, allowedDatasources } = found.report;
  if (datasource !== own && !allowedDatasources.includes(datasource)) {
    throw badToken('datasource', `The report does not allow "${datasource}". Choose one that it allows.`);
  }
}

async function checkParameters(
  db: Db,
  { input: { type, parameters = {} }, found }: { input: EmbedTokenInput; found: EmbeddedResource },
): Promise<void> {
  if (found.kind === 'report') {
    const template = await readTemplateOf(db, found.report);
    if (
      type === 'map-report' &&
      !JSON.stringify([template.bands, template.groups]).includes('"kind":"map"')
    ) {
      throw badToken('id', 'The report has no map. Use the type "report".');
    }
    checkReportParameters(template, parameters);
  } else if (found.kind === 'dashboard') {
    checkDashboardParameters(found.dashboard, parameters);
  } else if (Object.keys(parameters).length > 0) {
    throw badToken('parameters', 'A view has no parameters. Use a filter.');
  }
}

/** Compiled for its errors, which name the place. */
async function checkFilter(
  queries: QueryService,
  actor: Actor,
  { source, filter }: { source: ViewSource; filter: Record<string, unknown> },
): Promise<void> {
  const { datasource, schema, table } = source;
  if (datasource === undefined || schema === undefined || table === undefined) {
    throw badToken('filter', 'A view of a report has no filter. Embed the report, and bind its parameters.');
  }
  const opened = await queries.openTable(actor, { datasource, schema, table });
  compileSelect({ ...opened.source, restrictions: [] }, { filter });
}
