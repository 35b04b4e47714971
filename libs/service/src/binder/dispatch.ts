import type { Request, Response } from 'express';
import type { Actor } from '../actor.ts';
import { RequestCall } from '../call.ts';
import { AppError, badRequest, noSuchPath } from '../errors.ts';
import { embeddedPageHeaders } from '../embed.ts';
import type { Call, Exchange } from '../handler.ts';
import { withoutRedaction } from '../logger.ts';
import { observeRequest } from '../metrics.ts';
import { networkOf } from '../network-of.ts';
import { runForPerson } from '../person.ts';
import { requestIdFrom } from '../request-id.ts';
import { PAGE_POLICY, securityHeaders } from '../security-headers.ts';
import { authorize } from './authorize.ts';
import { dropIdentityHeaders, mountedRequest } from './base-path.ts';
import { ambiguousHeaders } from '../ambiguous-headers.ts';
import { discardBody } from '../discard-body.ts';
import { createBuiltinPages } from './builtin-pages.ts';
import type { DispatchOptions, RequestContext } from './context.ts';
import { foreignOrigin } from './csrf.ts';
import { createFailureAnswer } from './failure.ts';
import { NO_OPEN_FIELDS } from './open-fields.ts';
import type { BoundOperation } from './operations.ts';
import { checkStreamedStatus, sendReply, undeclared } from './reply.ts';
import type { RouteMatch } from './route-table.ts';
import { createVisitorLimiter } from './limit-visitors.ts';

/** Until its handler names the sites that may show an embedded page, none may. */
const UNFRAMED_PAGE = embeddedPageHeaders([]);
const NO_REFERRER = { 'Referrer-Policy': 'no-referrer' };
const NO_BODY = { body: undefined, openForm: NO_OPEN_FIELDS };

/** Handles one request, from its raw path to the response. */
export function createDispatcher(options: DispatchOptions): (req: Request, res: Response) => Promise<void> {
  const { config, routes, checkResponses, logger } = options;
  const setSecurityHeaders = securityHeaders(config.publicUrl);
  const serveBuiltin = createBuiltinPages(options);
  const fail = createFailureAnswer(options);
  const accessLog = withoutRedaction(logger);
  const replyContext = { check: checkResponses, logger };
  const { cheap = [], ...limits } = options.visitors ?? {};
  const cheapForVisitors = new Set(cheap);
  const inTurn = createVisitorLimiter(limits);

  return async function dispatch(req, res) {
    const started = performance.now();
    const requestId = requestIdFrom(req.headers['x-request-id']);
    dropIdentityHeaders(req);
    const { path, query, basePath } = mountedRequest(req, config.basePath, options.isTrusted);
    const call = new RequestCall({ requestId, basePath, req, res, publicUrl: config.publicUrl, logger });
    const context: RequestContext = { req, res, call, path, query, operation: null };
    res.setHeader('X-Request-Id', requestId);
    setSecurityHeaders(res);
    res.once('close', () => note(context, performance.now() - started));
    try {
      await answer(context);
    } catch (error) {
      await fail(context, error);
    }
  };

  async function answer(context: RequestContext): Promise<void> {
    const { req } = context;
    const ambiguous = ambiguousHeaders(req);
    if (ambiguous) throw badRequest('request.ambiguous_headers', ambiguous);
    const foreign = foreignOrigin(req, config.publicUrl);
    if (foreign) {
      context.operation = matchQuietly(context);
      // Embedded pages have no cookie that a foreign page could use; a sandboxed frame has no origin.
      if (!context.operation?.access.embed) throw foreign;
    }
    const match = findRoute(context.path);
    if (!match) return serveBuiltin(context);
    const operation = operationOf(match, req.method);
    context.operation = operation;
    await run(operation, context, match.params);
  }

  function findRoute(path: string): RouteMatch<BoundOperation> | null {
    try {
      return routes.find(path);
    } catch {
      throw badRequest('request.bad_encoding', 'The address is badly percent-encoded; encode it as UTF-8.');
    }
  }

  /** The operation that decides the form of a refusal. */
  function matchQuietly({ path, req }: RequestContext): BoundOperation | null {
    try {
      return routes.find(path)?.methods.get(req.method) ?? null;
    } catch {
      return null;
    }
  }

  async function run(
    operation: BoundOperation,
    context: RequestContext,
    params: Record<string, string>,
  ): Promise<void> {
    const { req, res, call } = context;
    if (operation.access.embed) setHeaders(res, operation.page ? UNFRAMED_PAGE : NO_REFERRER);
    if (operation.access.linkToken) setHeaders(res, NO_REFERRER);
    const request = { req, params, query: context.query };
    const { actor, resourceKeys, embed, link, ...values } = await authorize(operation, options, request);
    call.resourceKeys = resourceKeys;
    call.embed = embed;
    call.link = link;
    const body = operation.body ? await operation.body(req) : NO_BODY;
    // Checked against the contract above.
    const input = { ...values, ...body } as never;
    const work = () => perform(operation, { req, res, call, actor, input });
    const isLimited = takesTurn(operation, actor);
    // Read an unexpected body first: a slow one must not hold a place.
    if (isLimited) await discardBody(req);
    await forPerson(actor, call, () => (isLimited ? inTurn(call, res, work) : work()));
  }

  function takesTurn({ id, access, isPageOrLogin }: BoundOperation, { kind }: Actor): boolean {
    return kind === 'anonymous' && access.user === 'optional' && !isPageOrLogin && !cheapForVisitors.has(id);
  }

  async function perform(operation: BoundOperation, exchange: Exchange<unknown>): Promise<void> {
    const { req, res, call, actor, input } = exchange;
    const { handler } = operation;
    if (handler) {
      const output = await handler(input, actor, call);
      // Clients may send a body to an operation without one.
      await discardBody(req);
      sendReply(res, output, operation, replyContext);
      return;
    }
    if (operation.socket) throw upgradeRequired();
    if (operation.page && !operation.access.embed) res.setHeader('Content-Security-Policy', PAGE_POLICY);
    res.setHeader('Cache-Control', 'no-store');
    if (checkResponses) checkStreamedStatus(res, operation);
    await operation.stream!.run(exchange);
    if (!res.headersSent && !res.destroyed) throw undeclared(operation, 'ended without an answer');
    await discardBody(req);
  }

  function note({ req, res, path, operation, call }: RequestContext, milliseconds: number): void {
    // As in nginx: the client left before the response was complete.
    const status = res.writableFinished ? res.statusCode : 499;
    observeRequest({ method: req.method, route: operation?.template ?? 'other', status, milliseconds });
    if (config.nodeEnv !== 'production') return;
    // Without the query, which may contain what a user typed.
    const ms = Math.round(milliseconds * 10) / 10;
    accessLog.info(
      { request_id: call.requestId, method: req.method, path, status, ms, ip: call.ip },
      'request',
    );
  }
}

/** Runs work for a user, or for the network of a visitor; see createFairSemaphore. */
function forPerson<T>(
  actor: Actor,
  { ip, embed, link }: Pick<Call, 'ip' | 'embed' | 'link'>,
  work: () => T,
): T {
  if (actor.kind === 'service') return work();
  if (embed) return runForPerson({ name: `embed ${embed.tokenId}`, isVisitor: true }, work);
  if (link) return runForPerson({ name: `link ${link.linkId}`, isVisitor: true }, work);
  const isVisitor = actor.kind === 'anonymous';
  return runForPerson({ name: isVisitor ? `visitor ${networkOf(ip)}` : `user ${actor.id}`, isVisitor }, work);
}

function setHeaders(res: Response, headers: Record<string, string>): void {
  for (const name in headers) res.setHeader(name, headers[name]!);
}

function operationOf(match: RouteMatch<BoundOperation>, method: string): BoundOperation {
  const { methods } = match;
  const operation = methods.get(method) ?? (method === 'HEAD' ? methods.get('GET') : undefined);
  if (operation) return operation;
  if ([...methods.values()].some(({ statusMap }) => statusMap.method_not_allowed === 404)) throw noSuchPath();
  const allow = [...methods.keys(), ...(methods.has('GET') && !methods.has('HEAD') ? ['HEAD'] : [])].join(
    ', ',
  );
  throw new AppError({
    kind: 'method_not_allowed',
    code: 'request.method',
    message: `This address does not take ${method}; it takes ${allow}.`,
    headers: { Allow: allow },
  });
}

function upgradeRequired(): AppError {
  return new AppError({
    kind: 'upgrade_required',
    code: 'request.upgrade_required',
    message: 'This address is a WebSocket; connect to it as one.',
    headers: { Upgrade: 'websocket', Connection: 'Upgrade' },
  });
}
