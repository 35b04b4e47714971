export { probeFence } from './fence.ts';
export type { Fence, Limits } from './fence.ts';
export { findProgram } from './find-program.ts';
export { ProgramError } from './program-error.ts';
export type { ProgramFailure } from './program-error.ts';
export { operand, runProgram } from './run-program.ts';
export type { ProgramOptions } from './run-program.ts';
