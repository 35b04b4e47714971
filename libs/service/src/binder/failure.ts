import type { Response } from 'express';
import { asAppError, publicError, writeError } from '../error-response.ts';
import { discardBody } from '../discard-body.ts';
import type { DispatchOptions, RequestContext } from './context.ts';
import { decideFailure, isRead } from './decide-failure.ts';
import type { Failure } from './decide-failure.ts';

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
    const failure = decideFailure(options, context, asAppError(thrown));
    const { error, status, style, location } = failure;
    if (status >= 500) log(context, failure);
    if (res.headersSent) {
      // The response has begun: only a cut connection shows that it is incomplete.
      res.destroy();
      return;
    }
    for (const name of res.getHeaderNames()) if (!KEPT_HEADERS.has(name)) res.removeHeader(name);
    await discardBody(req);
    if (res.destroyed) return;
    if (location !== null) {
      redirect(res, { location, status: status === 302 ? 302 : 303 });
      return;
    }
    if (await sendsPage(context, failure)) return;
    writeError(res, publicError(error, status, call.requestId), {
      style,
      requestId: call.requestId,
      basePath: call.basePath,
      isEmbedded: operation?.access.embed === true,
      fields: operation?.errorFields ?? {},
      ...(operation?.hasErrorCodes ? { code: error.code } : {}),
      ...(options.renderErrorPage ? { renderPage: options.renderErrorPage } : {}),
    });
  };

  /** Whether the app was sent with its page of this status. */
  async function sendsPage(context: RequestContext, { error, style, status }: Failure): Promise<boolean> {
    const { res, call, operation } = context;
    const refused = style === 'html' && !operation?.access.embed ? refusedPage(context, status) : null;
    if (!refused || !options.sendRefusalPage) return false;
    const { message } = publicError(error, status, call.requestId);
    try {
      const ownSignIn = (await options.ownSignIn?.(call)) ?? null;
      await options.sendRefusalPage(res, { basePath: call.basePath, status: refused, message, ownSignIn });
      return true;
    } catch {
      // The app is not built, or nobody knows who is signed in: send the plain error instead.
      return false;
    }
  }
}

function redirect(res: Response, { location, status }: { location: string; status: 302 | 303 }): void {
  res.statusCode = status;
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Location', location);
  res.end();
}

function log({ call, operation }: RequestContext, { error, status }: Failure): void {
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
