export { findProgram } from './find-program.ts';
export { ProgramError } from './program-error.ts';
export type { ProgramFailure } from './program-error.ts';
export { operand, runProgram } from './run-program.ts';
export type { ProgramOptions } from './run-program.ts';
export { linkInputFile, moveOutputFile } from './job-files.ts';
export { NoSandboxError, PROGRAM_ACCOUNT, allowsUnsandboxed, probeSandbox } from './sandbox.ts';
export type { Protection, Sandbox } from './sandbox.ts';
export type { SandboxOptions, Limits } from './types.ts';
