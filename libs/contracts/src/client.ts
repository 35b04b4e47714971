// The browser's entry: nothing here may import from node.
export type * from './generated/types.ts';
export * from './generated/clients.ts';
export type { ClientOptions } from './client-options.ts';
