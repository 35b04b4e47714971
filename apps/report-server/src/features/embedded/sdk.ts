import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { notFound, sendAsset, streaming, unavailable } from '@cairn/service';
import type { StreamingHandler } from '@cairn/service';
import type { Request, Response } from 'express';

const CACHE = 'public, max-age=300';
/** Files of the SDK, and the type of those whose name does not say it. */
const FILES: Record<string, string | null> = {
  'platform-report.js': null,
  'platform-report.min.js': null,
  'platform-report.esm.js': null,
  // The ending `.ts` is registered for videos.
  'platform-report.d.ts': 'text/plain; charset=utf-8',
};

interface SdkHandlers {
  /** A file of a fixed name. */
  fixed(name: string): StreamingHandler<any>;
  /** The file that the path names. */
  named: StreamingHandler<{ parameters: { path: { file: string } } }>;
}

/** Files of the browser SDK, which any site may load. `folder` is that of the build. */
export function sdkHandlers(folder: string): SdkHandlers {
  async function send({ req, res }: { req: Request; res: Response }, name: string): Promise<void> {
    if (!Object.hasOwn(FILES, name)) {
      throw notFound('report-server.no_such_sdk_file', `The SDK has no file "${name}". Check the address.`);
    }
    const content = await readFile(join(folder, name)).catch(() => {
      throw unavailable(
        'report-server.sdk_not_built',
        'The SDK of this service is not built yet. Run its build and reload.',
      );
    });
    const type = FILES[name];
    if (type) res.setHeader('Content-Type', type);
    // Weak, because the compressed copies have it too; of the content, so that all replicas have the same.
    res.setHeader('ETag', `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`);
    res.setHeader('Access-Control-Allow-Origin', '*');
    res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    await sendAsset(req, res, { folder, name, cacheControl: CACHE });
  }
  return {
    // It takes no parameters, so it fits every operation that serves a file.
    fixed: (name) => streaming<any>((exchange) => send(exchange, name)),
    named: streaming(({ input, ...exchange }) => send(exchange, input.path.file)),
  };
}
