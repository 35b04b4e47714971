import type { Server } from 'node:http';
import express from 'express';
import type { Express, Request, Response } from 'express';
import type { ContractDocument, Edition } from '@cairn/contracts';
import type { AccessGuard } from './actor.ts';
import { createAssets } from './assets.ts';
import type { AssetMount } from './assets.ts';
import type { Resolver } from './binder/access.ts';
import type { DispatchOptions, VisitorOptions } from './binder/context.ts';
import { createDispatcher } from './binder/dispatch.ts';
import { selectEdition } from './binder/edition.ts';
import { bindOperations } from './binder/operations.ts';
import type { AnyHandler } from './binder/operations.ts';
import type { AnswerRefusal } from './binder/refusal.ts';
import type { ServiceConfig } from './config.ts';
import type { EmbedAccess } from './embed.ts';
import type { ErrorPageRenderer } from './error-response.ts';
import { SocketHandler } from './handler.ts';
import type { Call, Handlers } from './handler.ts';
import type { ReadinessCheck } from './health.ts';
import type { LinkAccess } from './link-access.ts';
import type { Logger } from './logger.ts';
import { createRefusalPage } from './pages.ts';
import type { OwnSignIn } from './pages.ts';
import { attachSockets } from './sockets/attach.ts';

export interface ServiceAppOptions<Operations> {
  /** Name of the service, also the key of its own permissions. */
  service: string;
  contract: ContractDocument;
  handlers: Handlers<Operations>;
  guard: AccessGuard;
  resolvers?: Record<string, Resolver>;
  config: ServiceConfig;
  logger: Logger;
  ready: ReadinessCheck;
  renderErrorPage?: ErrorPageRenderer;
  assets?: AssetMount[];
  /** Folder of the Vite build: browsers get the app when a page is missing or refused. */
  pages?: string;
  /** Path of the portal's sign-in page, as the browser sees it; default /login. */
  loginPath?: string;
  /** Answers requests that x-access refused in other ways than usual. */
  answerRefusal?: AnswerRefusal;
  /** The sign-in that refused and missing pages show; null where it is the portal's. */
  ownSignIn?: (call: Call) => Promise<OwnSignIn | null>;
  visitors?: VisitorOptions;
  /** How the callers of operations with `x-access: { embed: true }` are recognised. */
  embedAccess?: EmbedAccess;
  /** How the tokens of operations with `x-access: { linkToken: true }` are recognised. */
  linkAccess?: LinkAccess;
  /** Operations with another `x-edition` are left out; without an edition all are there. */
  edition?: Edition;
  /** Fail when a response does not match the contract, instead of removing undeclared fields; default in tests. */
  checkResponses?: boolean;
}

/**
 * The web application of a service: every operation of the contract behind its guard, /openapi.json, /api-docs,
 * /readyz and the assets. Throws when an operation has no handler, or a handler has no operation.
 */
export function createServiceApp<Operations>(options: ServiceAppOptions<Operations>): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  // In every NODE_ENV: Express must never write a stack into a response.
  app.set('env', 'production');
  app.set('trust proxy', options.config.trustedProxies);

  const checkResponses =
    options.checkResponses ?? (options.config.nodeEnv === 'test' || process.env.NODE_ENV === 'test');
  const { contract, leftOut } = selectEdition(options.contract, options.edition);
  const handlers = Object.entries(options.handlers).filter(([name]) => !leftOut.has(name));
  const routes = bindOperations({
    contract,
    handlers: Object.fromEntries(handlers) as Record<string, AnyHandler>,
    resolvers: options.resolvers ?? {},
    hasEmbedAccess: options.embedAccess !== undefined,
    hasLinkAccess: options.linkAccess !== undefined,
    checkResponses,
  });
  const trusts = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  const dispatchOptions: DispatchOptions = {
    ...options,
    contract,
    routes,
    checkResponses,
    assets: createAssets(options.assets ?? []),
    ...(options.pages ? { sendRefusalPage: createRefusalPage(options.pages) } : {}),
    isTrusted: (address) => trusts(address, 0),
    isDraining: () => app.locals.draining === true,
  };
  const dispatch = createDispatcher(dispatchOptions);
  if (handlers.some(([, handler]) => handler instanceof SocketHandler)) {
    app.locals.openSockets = (server: Server) => attachSockets(dispatchOptions, server);
  }
  app.locals.ready = options.ready;
  app.use((req: Request, res: Response) => dispatch(req, res));
  return app;
}
