import type { Request } from 'express';
import { asAppError, publicError, statusOf, writeError } from '../error-response.ts';
import { AppError } from '../errors.ts';
import { discardBody } from '../discard-body.ts';
import type { DispatchOptions, RequestContext } from './context.ts';

/** Headers that are set before the handler runs and that also belong on error responses. */
const KEPT_HEADERS = new Set([
  'x-request-id',
  'x-content-type-options',
  'referrer-policy',
  'content-security-policy',
  'strict-transport-security',
  'connection',
]);

/** Sends a thrown error in the form that the contract declares. */
export function createFailureAnswer(
  options: DispatchOptions,
): (context: RequestContext, thrown: unknown) => Promise<void> {
  return async function fail(context, thrown) {
    const { req, res, call, operation } = context;
    if (res.destroyed) {
      // Errors after the client left are not failures of the service.
      call.log.debug(
        { err: thrown, operation: operation?.id },
        'client left before the response was complete',
      );
      return;
    }
    const error = declaredError(context, asAppError(thrown));
    const status = statusOf(error.kind, operation?.statusMap, operation?.responses);
    if (status >= 500) log(context, error, status);
    if (res.headersSent) {
      // The response has begun: only a cut connection shows that it is incomplete.
      res.destroy();
      return;
    }
    for (const name of res.getHeaderNames()) if (!KEPT_HEADERS.has(name)) res.removeHeader(name);
    await discardBody(req);
    if (res.destroyed) return;
    const isEmbedded = operation?.access.embed === true;
    if (operation?.page && !isEmbedded && status === 401 && isRead(req)) {
      redirectToLogin(context);
      return;
    }
    const style = operation?.errors ?? (prefersHtml(req) ? 'html' : 'json');
    const refused = style === 'html' && !isEmbedded ? refusedPage(context, status) : null;
    if (refused && options.sendRefusalPage) {
      const sent = await options.sendRefusalPage(res, { basePath: call.basePath, status: refused }).then(
        () => true,
        // The app is not built: send the plain error instead.
        () => false,
      );
      if (sent) return;
    }
    writeError(res, publicError(error, status, call.requestId), {
      style,
      requestId: call.requestId,
      basePath: call.basePath,
      isEmbedded,
      fields: operation?.errorFields ?? {},
      ...(operation?.hasErrorCodes ? { code: error.code } : {}),
      ...(options.renderErrorPage ? { renderPage: options.renderErrorPage } : {}),
    });
  };

  /** In tests an undeclared status is a failure, except for refusals by the binder itself. */
  function declaredError({ operation }: RequestContext, error: AppError): AppError {
    if (!options.checkResponses || !operation || /^(request|access)\./.test(error.code)) return error;
    const status = statusOf(error.kind, operation.statusMap, operation.responses);
    if (status === 500 || status === 503 || operation.responses.has(status)) return error;
    return new AppError({
      kind: 'internal',
      code: 'contract.mismatch',
      message: `Operation ${operation.id} failed with ${status} (${error.code}), which the contract does not declare`,
      cause: error,
    });
  }

  function redirectToLogin({ res, path, query, call }: RequestContext): void {
    const login = options.loginPath ?? (options.service === 'portal' ? `${call.basePath}/login` : '/login');
    const next = `${call.basePath}${path}${query ? `?${query}` : ''}`;
    res.statusCode = 303;
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('Location', `${login}?next=${encodeURIComponent(next)}`);
    res.end();
  }
}

function log({ call, operation }: RequestContext, error: AppError, status: number): void {
  const shown = error.code === 'internal' && error.cause ? error.cause : error;
  const fields = { err: shown, code: error.code, operation: operation?.id, status };
  if (status === 500) call.log.error(fields, 'request failed');
  else call.log.warn(fields, 'request failed: dependency unavailable');
}

/** The status when a page is missing or refused; null when the request is not for a page. */
function refusedPage({ req, operation }: RequestContext, status: number): 403 | 404 | null {
  if (operation && !operation.page) return null;
  if (status === 404) return 404;
  return status === 403 && operation && isRead(req) ? 403 : null;
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

function prefersHtml(req: Request): boolean {
  return req.headers.accept !== undefined && req.accepts(['json', 'html']) === 'html';
}
