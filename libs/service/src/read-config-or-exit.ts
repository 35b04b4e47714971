import { ConfigError } from './config.ts';

type Environment = Record<string, string | undefined>;

/**
 * The configuration of this process. An unusable environment ends it with one line for each problem and status 1. Also sets
 * the umask, so that files of the process are readable by its account only.
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

/** The same for a job process, which cannot do without a database. */
export function readWorkerConfigOrExit<Config extends { databaseUrl?: string }>(
  read: (env: Environment) => Config,
): Config {
  return readConfigOrExit((env) => {
    const config = read(env);
    if (config.databaseUrl) return config;
    throw new ConfigError(['DATABASE_URL is not set; the worker cannot do without it.']);
  });
}
