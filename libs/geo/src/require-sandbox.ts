import { NoSandboxError, allowsUnsandboxed, probeSandbox, runProgram } from '@cairn/programs';
import type { Protection } from '@cairn/programs';
import { READER, READER_FILES, readerSetup } from './reader-client/reader-program.ts';

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

const SENTENCES: Record<Protection, string> = {
  account: 'outside programs run in a sandbox under an account of their own',
  'user-namespace': 'outside programs run in a sandbox under the account of this service',
  network: 'outside programs run without a sandbox, but without network access',
  none: 'outside programs run without a sandbox',
};

/**
 * Logs how outside programs are isolated on this machine. Ends the process with a message and status 1 where there is no sandbox and the operator has not accepted that, or where the reader of GeoPackages does not start in it.
 */
export async function requireSandbox(log: Log): Promise<void> {
  const { protection, limits, reason } = await probeSandbox();
  const isSandboxed = protection === 'account' || protection === 'user-namespace';
  if (!isSandboxed && !allowsUnsandboxed()) exit(new NoSandboxError(reason ?? '').message);
  await runProgram({ ...READER, ...(await readerSetup()) }).catch(() =>
    exit(
      `The GeoPackage reader does not start in the sandbox. It runs there under another account, which must be able to read ${READER_FILES.join(' and ')}. Run "chmod -R go+rX" on both.`,
    ),
  );
  const fields = { protection, ...(reason === null ? {} : { reason }) };
  if (isSandboxed) log.info(fields, SENTENCES[protection]);
  else log.warn(fields, SENTENCES[protection]);
  if (!limits)
    log.warn(
      {},
      'outside programs run without memory limits, because prlimit is missing; install util-linux',
    );
}

function exit(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
