export type * from './fill/types.ts';
export type * from './template/types.ts';
export type * from './values/types.ts';
