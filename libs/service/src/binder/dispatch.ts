import type { Request, Response } from 'express';
import { ANONYMOUS } from '../actor.ts';
import type { AccessGuard } from '../actor.ts';
import { apiDocs } from '../api-docs.ts';
import type { AssetServer } from '../assets.ts';
import { RequestCall } from '../call.ts';
import type { ServiceConfig } from '../config.ts';
import { asAppError, publicError, statusOf, writeError } from '../error-response.ts';
import type { ErrorPageRenderer } from '../error-response.ts';
import { AppError, badRequest, notFound } from '../errors.ts';
import { readiness } from '../health.ts';
import type { ReadinessCheck } from '../health.ts';
import type { Logger } from '../logger.ts';
import { observeRequest } from '../metrics.ts';
import { requestIdFrom } from '../request-id.ts';
import { PAGE_POLICY, securityHeaders } from '../security-headers.ts';
import type { ContractDocument } from '@cairn/contracts';
import { checkResources, checkService, identify } from './access.ts';
import { dropIdentityHeaders, mountedRequest } from './base-path.ts';
import { foreignOrigin } from './csrf.ts';
import type { BoundOperation } from './operations.ts';
import { parsePairs } from './query.ts';
import { checkStreamedStatus, sendReply, undeclared } from './reply.ts';
import type { RouteTable } from './route-table.ts';

export interface DispatchOptions {
  service: string;
  contract: ContractDocument;
  routes: RouteTable<BoundOperation>;
  guard: AccessGuard;
  config: ServiceConfig;
  logger: Logger;
  ready: ReadinessCheck;
  assets: AssetServer;
  renderErrorPage?: ErrorPageRenderer;
  loginPath?: string;
  checkResponses: boolean;
  isTrusted: (address: string) => boolean;
  isDraining: () => boolean;
}

interface Context {
  req: Request;
  res: Response;
  call: RequestCall;
  path: string;
  query: string;
  operation: BoundOperation | null;
}

/** Carries one request from its raw path to the answer. */
export function createDispatcher(options: DispatchOptions): (req: Request, res: Response) => Promise<void> {
  const { config, guard, routes, service } = options;
  const setSecurityHeaders = securityHeaders(config.publicUrl);
  const docs = apiDocs(options.contract);
  const logsRequests = config.nodeEnv === 'production';

  return async function dispatch(req, res) {
    const started = performance.now();
    const requestId = requestIdFrom(req.headers['x-request-id']);
    dropIdentityHeaders(req);
    const { path, query, basePath } = mountedRequest(req, config.basePath, options.isTrusted);
    const call = new RequestCall({
      requestId,
      basePath,
      request: req,
      response: res,
      publicUrl: config.publicUrl,
      logger: options.logger,
    });
    const context: Context = { req, res, call, path, query, operation: null };
    res.setHeader('X-Request-Id', requestId);
    setSecurityHeaders(res);
    res.once('close', () => note(context, performance.now() - started));
    try {
      await route(context);
    } catch (error) {
      fail(context, error);
    }
  };

  async function route(context: Context): Promise<void> {
    const { req, res, path } = context;
    const foreign = foreignOrigin(req, config.publicUrl);
    let match;
    try {
      match = routes.find(path);
    } catch {
      throw badRequest('request.bad_encoding', 'The address is badly percent-encoded; encode it as UTF-8.');
    }
    if (!match) {
      if (foreign) throw foreign;
      return serveOther(context);
    }
    const operation = match.methods.get(req.method) ?? (req.method === 'HEAD' ? match.methods.get('GET') : undefined);
    if (!operation) {
      const allow = [...match.methods.keys(), ...(match.methods.has('GET') ? ['HEAD'] : [])].join(', ');
      throw new AppError({
        kind: 'bad_request',
        code: 'request.method',
        message: `This address does not take ${req.method}; it takes ${allow}.`,
        headers: { Allow: allow },
        details: { status: 405 },
      });
    }
    context.operation = operation;
    if (foreign) throw foreign;
    const output = await run(operation, context, match.params);
    if (operation.stream) return;
    sendReply(res, output, { operation, check: options.checkResponses, logger: options.logger });
  }

  async function run(
    operation: BoundOperation,
    context: Context,
    params: Record<string, string>,
  ): Promise<unknown> {
    const { req, res, call } = context;
    const { access } = operation;
    const actor = access.needsIdentity ? await identify(access, guard, req) : ANONYMOUS;
    if (access.service) await checkService(access, guard, { actor, service });
    const pairs = context.query === '' ? NO_PAIRS : parsePairs(context.query, 'query');
    const path = operation.path ? operation.path.read(asPairs(params)) : {};
    const query = operation.query ? operation.query.read(pairs) : {};
    if (access.resources.length > 0) {
      await checkResources(access, guard, { actor, values: { ...query, ...path }, resolvers: operation.resolvers });
    }
    const body = operation.body ? await operation.body(req) : undefined;
    const input = { path, query, body } as never;
    if (operation.handler) return operation.handler(input, actor, call);
    if (operation.page) res.setHeader('Content-Security-Policy', PAGE_POLICY);
    res.setHeader('Cache-Control', 'no-store');
    if (options.checkResponses) checkStreamedStatus(res, operation);
    await operation.stream!.run({ req, res, input, actor, call });
    if (!res.headersSent && !res.destroyed) throw undeclared(operation, 'ended without an answer');
    return undefined;
  }

  async function serveOther({ req, res, path, call }: Context): Promise<void> {
    if (req.method === 'GET' || req.method === 'HEAD') {
      if (path === '/readyz') return sendReadiness(res);
      if (path === '/openapi.json') return sendText(res, 'application/json; charset=utf-8', docs.json);
      if (path === '/api-docs') {
        res.setHeader('Content-Security-Policy', PAGE_POLICY);
        return sendText(res, 'text/html; charset=utf-8', docs.html(call.basePath));
      }
      if (await options.assets.serve(req, res, path)) return;
    }
    throw notFound('request.no_such_path', 'There is nothing at this address; check it for typing errors.');
  }

  async function sendReadiness(res: Response): Promise<void> {
    const { ready, checks } = await readiness(options.ready);
    const serving = ready && !options.isDraining();
    res.statusCode = serving ? 200 : 503;
    res.setHeader('Cache-Control', 'no-store');
    sendText(res, 'application/json; charset=utf-8', JSON.stringify({ ready: serving, checks }));
  }

  function fail(context: Context, thrown: unknown): void {
    const { req, res, call, operation } = context;
    const error = asAppError(thrown);
    let status = statusOf(error.kind, operation?.statusMap, operation?.responses);
    if (error.code === 'request.method') status = 405;
    if (status >= 500) call.log.error({ err: error, operation: operation?.id }, 'request failed');
    if (res.headersSent) {
      // The answer has begun: cutting it is the only way to say that it is not whole.
      res.destroy();
      return;
    }
    for (const name of res.getHeaderNames()) if (!KEPT_HEADERS.has(name)) res.removeHeader(name);
    if (!req.complete) res.setHeader('Connection', 'close');
    if (operation?.page && status === 401 && (req.method === 'GET' || req.method === 'HEAD')) {
      return redirectToLogin(context);
    }
    const style = operation?.errors ?? (prefersHtml(req) ? 'html' : 'json');
    writeError(res, publicError(error, status, call.requestId), {
      style,
      requestId: call.requestId,
      basePath: call.basePath,
      ...(options.renderErrorPage ? { renderPage: options.renderErrorPage } : {}),
    });
  }

  function redirectToLogin({ res, path, query, call }: Context): void {
    const login = options.loginPath ?? (service === 'portal' ? `${call.basePath}/login` : '/login');
    const next = `${call.basePath}${path}${query ? `?${query}` : ''}`;
    res.statusCode = 303;
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('Location', `${login}?next=${encodeURIComponent(next)}`);
    res.end();
  }

  function note({ req, res, path, operation, call }: Context, milliseconds: number): void {
    const status = res.writableFinished ? res.statusCode : 499;
    const route = operation?.template ?? 'other';
    observeRequest({ method: req.method, route, status, seconds: milliseconds / 1000 });
    if (!logsRequests) return;
    // The query stays out: it may hold what a user typed.
    options.logger.info(
      { request_id: call.requestId, method: req.method, path, status, ms: Math.round(milliseconds * 10) / 10, ip: call.ip },
      'request',
    );
  }
}

const NO_PAIRS: ReadonlyMap<string, string[]> = new Map();
const KEPT_HEADERS = new Set([
  'x-request-id',
  'x-content-type-options',
  'referrer-policy',
  'content-security-policy',
  'strict-transport-security',
  'connection',
]);

function asPairs(params: Record<string, string>): Map<string, string[]> {
  const pairs = new Map<string, string[]>();
  for (const name in params) {
    if (params[name]!.includes('\0')) throw badRequest('request.nul_character', 'The address holds a NUL character.');
    pairs.set(name, [params[name]!]);
  }
  return pairs;
}

function prefersHtml(req: Request): boolean {
  return req.headers.accept !== undefined && req.accepts(['json', 'html']) === 'html';
}

function sendText(res: Response, type: string, text: string): void {
  res.setHeader('Content-Type', type);
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}
