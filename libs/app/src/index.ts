export { createDataServiceContext, createDataServiceParts } from './data-service-context.ts';
export type { DataServiceOverrides } from './data-service-context.ts';
export { defineService } from './define-service.ts';
export { runIntegrityCheck } from './integrity-check.ts';
export type { Service, ServiceContext, ServiceDefinition, ServiceHandlers } from './define-service.ts';
export type { Middleware, MiddlewareOf, OperationRequest } from './middleware.ts';
