export { ANONYMOUS } from './actor.ts';
export type { AccessCheck, AccessGuard, Actor } from './actor.ts';
export { createServiceApp } from './app.ts';
export type { ServiceAppOptions } from './app.ts';
export { sendAsset, type AssetMount } from './assets.ts';
export type { Resolver } from './binder/access.ts';
export type { OpenFields } from './binder/open-fields.ts';
export type { VisitorOptions } from './binder/context.ts';
export type { AnswerRefusal, Refusal, RefusalAnswer } from './binder/refusal.ts';
export type { VisitorLimits } from './binder/limit-visitors.ts';
export { auditContext } from './audit-context.ts';
export type { AuditContext } from './audit-context.ts';
export { ConfigError, isPathPrefix, splitList, readConfig, readServiceConfig } from './config.ts';
export type { ConfigSchema, ServiceConfig } from './config.ts';
export { readConfigOrExit, readWorkerConfigOrExit } from './read-config-or-exit.ts';
export { readDataServiceConfig } from './data-service-config.ts';
export type { DataServiceConfig } from './data-service-config.ts';
export { embeddedPageHeaders, embedOf } from './embed.ts';
export type { EmbedAccess, EmbedCredential, EmbedIdentity } from './embed.ts';
export { renderErrorPage } from './error-page.ts';
export type { ErrorPageRenderer } from './error-response.ts';
export {
  AppError,
  badGateway,
  badRequest,
  conflict,
  forbidden,
  notFound,
  tooLarge,
  unauthorized,
  unavailable,
  unprocessable,
  unsupportedMedia,
} from './errors.ts';
export type { AppErrorOptions, ErrorKind } from './errors.ts';
export { JsonText, Reply, SocketHandler, StreamingHandler, respond, socket, streaming } from './handler.ts';
export type { Call, Exchange, Handler, Handlers, Input, Output, SocketExchange } from './handler.ts';
export { health, checkReadiness } from './health.ts';
export type { Readiness, ReadinessCheck } from './health.ts';
export { createFairSemaphore } from './fair-semaphore.ts';
export type { FairSemaphore } from './fair-semaphore.ts';
export { Markup, escapeHtml, html } from './html.ts';
export type { LinkAccess, LinkCredential, LinkIdentity } from './link-access.ts';
export { createLogger } from './logger.ts';
export type { Logger } from './logger.ts';
export { addComputedMetrics } from './computed-metrics.ts';
export { metricsRegistry } from './metrics.ts';
export { networkOf } from './network-of.ts';
export { callService, outboundFetch } from './outbound.ts';
export type { OutboundOptions, ServiceRequest } from './outbound.ts';
export { formBody, jsonBody, multipartBody } from './outbound/bodies.ts';
export type { MultipartPart, OutboundBody } from './outbound/bodies.ts';
export { decodeBody } from './outbound/decode-body.ts';
export { createSafeFetch } from './outbound/safe-fetch.ts';
export type {
  SafeFetch,
  OutboundResponse,
  SafeFetchOptions,
  OutboundRequest,
} from './outbound/safe-fetch.ts';
export type { OutboundLimits } from './outbound/limits.ts';
export { resolveOutboundAddress } from './outbound/resolve-address.ts';
export { OutboundError } from './outbound/outbound-error.ts';
export { quoteServerText } from './outbound/server-text.ts';
export type { OutboundFailure } from './outbound/outbound-error.ts';
export { servePage } from './pages.ts';
export { createServerPages } from './server-pages.ts';
export type { SendServerPage, ServerPage } from './server-pages.ts';
export type { OwnSignIn, PageOptions } from './pages.ts';
export { parseId } from './parse-id.ts';
export { currentPerson, runForPerson } from './person.ts';
export { withDeadline } from './with-deadline.ts';
export type { Deadline } from './with-deadline.ts';
export { createSecretBox } from './secret-box.ts';
export type { SecretBox } from './secret-box.ts';
export { PAGE_POLICY } from './security-headers.ts';
export { serve } from './serve.ts';
export type { RunningService, ServeOptions } from './serve.ts';
export { serveWorker } from './serve-worker.ts';
export type { ServeWorkerOptions } from './serve-worker.ts';
export { openSockets } from './sockets/attach.ts';
export type { SocketServer } from './sockets/attach.ts';
export { CLOSE } from './sockets/service-socket.ts';
export type { ServiceSocket, SocketEnd, SocketEvents } from './sockets/service-socket.ts';
export { watchIdentity } from './sockets/watch-identity.ts';
export { repeat } from './repeat.ts';
