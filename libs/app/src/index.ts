export { defineService } from './define-service.ts';
export type { Service, ServiceContext, ServiceDefinition, ServiceHandlers } from './define-service.ts';
