import type { Response } from 'express';
import { renderApiDocs } from '../api-docs.ts';
import { noSuchPath } from '../errors.ts';
import { checkReadiness } from '../health.ts';
import { PAGE_POLICY } from '../security-headers.ts';
import type { DispatchOptions, RequestContext } from './context.ts';

/** Serves /readyz, /openapi.json, /api-docs and assets, which no contract declares. All other paths are 404. */
export function createBuiltinPages(options: DispatchOptions): (context: RequestContext) => Promise<void> {
  let rendered: ReturnType<typeof renderApiDocs> | undefined;
  const docs = () => (rendered ??= renderApiDocs(options.contract));

  return async function serveBuiltin({ req, res, path, call }) {
    if (req.method === 'GET' || req.method === 'HEAD') {
      switch (path) {
        case '/readyz':
          return sendReadiness(res);
        case '/openapi.json':
          return sendText(res, 'application/json; charset=utf-8', docs().json);
        case '/api-docs':
          res.setHeader('Content-Security-Policy', PAGE_POLICY);
          return sendText(res, 'text/html; charset=utf-8', docs().html(call.basePath));
      }
      if (await options.assets.serve(req, res, path)) return;
    }
    throw noSuchPath();
  };

  async function sendReadiness(res: Response): Promise<void> {
    const { ready, checks } = await checkReadiness(options.ready);
    const serving = ready && !options.isDraining();
    res.statusCode = serving ? 200 : 503;
    res.setHeader('Cache-Control', 'no-store');
    sendText(res, 'application/json; charset=utf-8', JSON.stringify({ ready: serving, checks }));
  }
}

function sendText(res: Response, type: string, text: string): void {
  res.setHeader('Content-Type', type);
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}
