import { ConfigError } from './config.ts';

type Environment = Record<string, string | undefined>;

/**
 * Reads the configuration of this process. Invalid configuration ends the process with one line for each problem and status 1.
 * Also sets the umask, so that only the account of the process can read its files.
 */
export function readConfigOrExit<Config>(read: (env: Environment) => Config): Config {
  process.umask(0o077);
  try {
    return read(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.problems) console.error(problem);
    process.exit(1);
  }
}

/** The same for a worker process, which needs a database and Redis. */
export function readWorkerConfigOrExit<Config extends { databaseUrl?: string; redisUrl?: string }>(
  read: (env: Environment) => Config,
): Config {
  return readConfigOrExit((env) => {
    const config = read(env);
    const problems = [
      ...(config.databaseUrl ? [] : ['DATABASE_URL is not set; the worker needs a database.']),
      ...(config.redisUrl ? [] : ['REDIS_URL is not set; the worker needs Redis.']),
    ];
    if (problems.length > 0) throw new ConfigError(problems);
    return config;
  });
}
