export * from './document.ts';
export { loadContract } from './load.ts';
export type * from './generated/types.ts';
export * from './generated/clients.ts';
