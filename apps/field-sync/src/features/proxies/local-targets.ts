import { buffer } from 'node:stream/consumers';
import type { FieldSyncOperations } from '@cairn/contracts';
import { AppError } from '@cairn/service';
import type { Exchange } from '@cairn/service';
import type { Request, Response } from 'express';
import { invalidValue } from '../table-data/errors.ts';
import {
  readClusterRequest,
  readConnectionId,
  readPlacesRequest,
  readText,
} from '../table-data/read-request.ts';
import type { Fields } from '../table-data/read-request.ts';
import type { TableDataService } from '../table-data/service.ts';
import type { Target } from './targets.ts';

type ProxyExchange = Exchange<FieldSyncOperations['proxyRead' | 'proxyWrite']>;

/** What became of a request for a target. */
export type LocalAnswer = { isAnswered: true } | { isAnswered: false; body: Buffer | null };

const NOT_HERE: LocalAnswer = { isAnswered: false, body: null };
const ANSWERED: LocalAnswer = { isAnswered: true };
const MAX_BODY = 1024 * 1024;
/** Kinds of clusters that the analysis service makes. */
const UPSTREAM_CLUSTERS = new Set(['density', 'outliers', 'hotspot']);

/** Targets of the analysis service that are answered here, from the databases of links. Their refusals are 400 as JSON. */
export function createLocalTargets({
  tableData,
  hasAnalysis,
}: {
  tableData: TableDataService;
  hasAnalysis: boolean;
}) {
  const reads: Record<string, (exchange: ProxyExchange, fields: Fields) => Promise<unknown>> = {
    'api/schemas': (exchange, fields) => tableData.schemas(readConnectionId(fields), callerOf(exchange)),
    'api/tables': (exchange, fields) => {
      const schema = readText('schema', fields['schema']) ?? null;
      return tableData.tables(readConnectionId(fields), schema, callerOf(exchange));
    },
    'api/points': (exchange, fields) =>
      tableData.sendPoints(readPlacesRequest(fields), callerOf(exchange), exchange.res),
    ...(hasAnalysis ? {} : withoutAnalysis(tableData)),
  };

  async function cluster(exchange: ProxyExchange): Promise<LocalAnswer> {
    const body = await readBody(exchange.req);
    const fields = readJson(body);
    if (UPSTREAM_CLUSTERS.has(String(fields['type']))) return { isAnswered: false, body };
    await tableData.sendClusters(readClusterRequest(fields), callerOf(exchange), exchange.res);
    return ANSWERED;
  }

  return async function answerHere(
    exchange: ProxyExchange,
    { upstream, path }: Target,
  ): Promise<LocalAnswer> {
    const { res, input } = exchange;
    if (upstream !== 'analysis') return NOT_HERE;
    return withJsonErrors(res, async () => {
      if (path === 'api/cluster') return cluster(exchange);
      const read = reads[path];
      if (!read) return NOT_HERE;
      const answer = await read(exchange, fieldsOf(input.openQuery));
      if (answer !== undefined) res.json(answer);
      return ANSWERED;
    });
  };
}

/** Without an analysis service nobody else knows the connections. */
function withoutAnalysis(tableData: TableDataService) {
  return {
    'api/connections': ({ actor }: ProxyExchange) => tableData.connections(actor),
    'api/columns': async (exchange: ProxyExchange, fields: Fields) => {
      const { connectionId, ...table } = readPlacesRequest(fields);
      const columns = await tableData.columns(connectionId, table, callerOf(exchange));
      return columns.map(({ name, type }) => ({ name, type }));
    },
  };
}

const callerOf = ({ actor, call }: ProxyExchange) => ({ actor, signal: call.signal });

/** What is given more than once stays a list, which no field takes. */
function fieldsOf(query: Readonly<Record<string, string[]>>): Fields {
  return Object.fromEntries(
    Object.entries(query).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

async function withJsonErrors(res: Response, work: () => Promise<LocalAnswer>): Promise<LocalAnswer> {
  try {
    return await work();
  } catch (error) {
    const isInput =
      error instanceof AppError && ['bad_request', 'not_found', 'conflict'].includes(error.kind);
    if (!isInput || res.headersSent) throw error;
    res.status(400).json({ error: error.message });
    return ANSWERED;
  }
}

/** @throws {AppError} bad_request for more than 1 MiB */
async function readBody(req: Request): Promise<Buffer> {
  const tooLarge = () => invalidValue('The body may have at most 1 MiB. Send less.');
  if (Number(req.headers['content-length'] ?? 0) > MAX_BODY) throw tooLarge();
  let size = 0;
  async function* limited() {
    for await (const chunk of req) {
      size += (chunk as Buffer).length;
      if (size > MAX_BODY) throw tooLarge();
      yield chunk as Buffer;
    }
  }
  return buffer(limited());
}

function readJson(body: Buffer): Fields {
  try {
    const value = JSON.parse(body.toString()) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  } catch {
    // Said below.
  }
  throw invalidValue('The body must be an object in JSON.');
}
