import type { Request, Response } from 'express';
import type { ContractDocument } from '@cairn/contracts';
import type { AccessGuard } from '../actor.ts';
import type { AssetServer } from '../assets.ts';
import type { RequestCall } from '../call.ts';
import type { ServiceConfig } from '../config.ts';
import type { EmbedAccess } from '../embed.ts';
import type { ErrorPageRenderer } from '../error-response.ts';
import type { ReadinessCheck } from '../health.ts';
import type { LinkAccess } from '../link-access.ts';
import type { Call } from '../handler.ts';
import type { Logger } from '../logger.ts';
import type { OwnSignIn, RefusalPage } from '../pages.ts';
import type { BoundOperation } from './operations.ts';
import type { AnswerRefusal } from './refusal.ts';
import type { RouteTable } from './route-table.ts';
import type { VisitorLimits } from './limit-visitors.ts';

/** Limits for visitors. They apply to all operations with `user: optional`, except pages and cheap ones. */
export interface VisitorOptions extends VisitorLimits {
  /** Ids of operations that cost almost nothing. */
  cheap?: string[];
}

/** Shared by all requests of a service. */
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
  /** Sends the web app with a 403 or 404 page. */
  sendRefusalPage?: RefusalPage;
  loginPath?: string;
  /** The sign-in that refused and missing pages show; null where it is the portal's. */
  ownSignIn?: (call: Call) => Promise<OwnSignIn | null>;
  /** Answers refused requests in other ways than usual. */
  answerRefusal?: AnswerRefusal;
  visitors?: VisitorOptions;
  /** Needed with operations of `x-access: { embed: true }`. */
  embedAccess?: EmbedAccess;
  /** Needed with operations of `x-access: { linkToken: true }`. */
  linkAccess?: LinkAccess;
  /** Fail when a response does not match the contract, as in tests. */
  checkResponses: boolean;
  isTrusted: (address: string) => boolean;
  isDraining: () => boolean;
}

/** One request. */
export interface RequestContext {
  req: Request;
  res: Response;
  call: RequestCall;
  /** Below the mount point, still encoded. */
  path: string;
  /** Without the question mark. */
  query: string;
  /** Null until the route is known. */
  operation: BoundOperation | null;
}
