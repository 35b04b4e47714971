import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DbadminOperations } from '@cairn/contracts';
import { health, notFound, respond, sendAsset, servePage, streaming, unavailable } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { Response } from 'express';

export interface PageRoutes {
  /** Folder of the Vite build. */
  pages: string;
  /** Folder of the assets that all services share. */
  sharedAssets: string;
}

type Page = Extract<keyof DbadminOperations, `${string}Page`>;
type Operation =
  Page | 'home' | 'login' | 'appScript' | 'styleSheet' | 'terminalScript' | 'sharedAsset' | 'health';

export function pageRoutes({ pages, sharedAssets }: PageRoutes): Handlers<DbadminOperations, Operation> {
  const page = servePage(pages);
  return {
    health,
    home: (_input, _actor, call) => respond(302, undefined, { Location: `${call.basePath}/databases` }),
    login: (_input, _actor, call) =>
      respond(303, undefined, {
        Location: `/login?next=${encodeURIComponent(`${call.basePath}/databases`)}`,
      }),
    workspacePage: page,
    connectionsPage: page,
    databasesPage: page,
    databasePage: page,
    jobsPage: page,
    usersPage: page,
    userPage: page,
    groupsPage: page,
    groupPage: page,
    networkAccessPage: page,
    settingsPage: page,
    terminalPage: page,
    appScript: asset(pages, 'app.js'),
    styleSheet: asset(pages, 'style.css'),
    terminalScript: asset(pages, 'terminal.js'),
    sharedAsset: streaming(async ({ res, input }) => {
      res.setHeader('Cache-Control', 'public, no-cache');
      await send(res, sharedAssets, input.path.path);
    }),
  };
}

/** A file of the build under its own name, revalidated by its modification time. */
function asset(pages: string, name: string) {
  // It takes no parameters, so it fits every operation that serves a file.
  return streaming<any>(async ({ req, res }) => {
    const isBuilt = await stat(join(pages, name)).then(
      (found) => found.isFile(),
      () => false,
    );
    if (!isBuilt) {
      throw unavailable(
        'page.not_built',
        'The pages of this service are not built yet; run its build and reload.',
      );
    }
    await sendAsset(req, res, { folder: pages, name });
  });
}

function send(res: Response, root: string, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    res.sendFile(
      name,
      { root, cacheControl: false, dotfiles: 'deny', lastModified: true },
      (error?: Error) => {
        if (!error || res.headersSent) resolve();
        else reject(notFound('dbadmin.no_such_asset', 'There is no such file; check the address.'));
      },
    );
  });
}
