import type { ContractDocument } from '@cairn/contracts';
import { health, notFound, servePage, streaming } from '@cairn/service';
import type { StreamingHandler } from '@cairn/service';
import { operationsOf } from './middleware.ts';

/** Operations that are the same in every service: the pages, health and the shared assets. */
export type StandardOperation<Operations> = Extract<
  keyof Operations,
  `${string}Page` | 'health' | 'sharedAsset'
>;

interface Folders {
  /** Folder of the Vite build. */
  pages: string;
  /** Folder of the assets that all services share. */
  sharedAssets: string;
}

/**
 * Handlers of the contract's standard operations: every operation whose id ends in `Page` serves the web app, `health` answers, and
 * `sharedAsset` sends a file of `sharedAssets`.
 */
export function standardHandlers(
  contract: ContractDocument,
  { pages, sharedAssets }: Folders,
): Record<string, unknown> {
  const page = servePage(pages);
  return Object.fromEntries(
    operationsOf(contract).flatMap(({ operation: { operationId: id } }): [string, unknown][] => {
      if (id === 'health') return [[id, health]];
      if (id === 'sharedAsset') return [[id, sendShared(sharedAssets)]];
      return id.endsWith('Page') ? [[id, page]] : [];
    }),
  );
}

function sendShared(root: string): StreamingHandler<any> {
  return streaming<any>(async ({ res, input }) => {
    res.setHeader('Cache-Control', 'public, no-cache');
    res.setHeader('Vary', 'Accept-Encoding');
    const options = { root, cacheControl: false, dotfiles: 'deny' as const };
    await new Promise<void>((resolve, reject) => {
      res.sendFile((input.path as { path: string }).path, options, (error?: Error) => {
        if (!error || res.headersSent) resolve();
        else reject(notFound('page.no_such_asset', 'File not found.'));
      });
    });
  });
}
