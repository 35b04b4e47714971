import { spawn } from 'node:child_process';
import { startEphemeralStack } from './stack/ephemeral.ts';

/**
 * `node tools/with-stack.ts -- <command> …` runs a command with an ephemeral PostgreSQL and Redis, whose addresses are in
 * CAIRN_TEST_POSTGRES_URL and CAIRN_TEST_REDIS_URL. If both are already set, that stack is used.
 */
async function main(): Promise<number> {
  const command = process.argv.slice(process.argv.indexOf('--') + 1);
  if (!process.argv.includes('--') || command.length === 0) {
    console.error('Name a command to run: node tools/with-stack.ts -- <command> [arguments]');
    return 2;
  }
  if (process.env.CAIRN_TEST_POSTGRES_URL && process.env.CAIRN_TEST_REDIS_URL) return await run(command, {});
  const stack = await startEphemeralStack({ inMemory: true });
  try {
    return await run(command, stack.env);
  } finally {
    await stack.stop();
  }
}

async function run([program = '', ...args]: string[], env: NodeJS.ProcessEnv): Promise<number> {
  return await new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...env } });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => child.kill(signal));
    child.once('error', (error) =>
      reject(new Error(`"${program}" could not be started: ${error.message}`, { cause: error })),
    );
    child.once('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
