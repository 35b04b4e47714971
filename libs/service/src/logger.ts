import { pino } from 'pino';
import type { DestinationStream, Logger as PinoLogger } from 'pino';

export type Logger = PinoLogger;

const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'new_password',
  'current_password',
];

/**
 * JSON lines on stdout. Fields with the names of secrets are redacted, at the top and two levels down;
 * an error is logged with its type, message, stack and cause.
 */
export function createLogger(options: {
  service: string;
  level?: string;
  destination?: DestinationStream;
}): Logger {
  const paths = [
    ...SECRET_FIELDS,
    ...SECRET_FIELDS.map((field) => `*.${field}`),
    ...SECRET_FIELDS.map((field) => `*.*.${field}`),
    '["set-cookie"]',
    '*["set-cookie"]',
    // Of ioredis: a refused login is the command that has the password.
    '*.command.args',
    '*.*[*].command.args',
  ];
  const settings = {
    level: options.level ?? 'info',
    base: { service: options.service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths, censor: '[redacted]' },
  };
  return pino(settings, options.destination ?? standardOutput());
}

let output: DestinationStream | undefined;

/** Lines are written in blocks, at least every 250 ms and when the process ends: one write per line is too slow. */
function standardOutput(): DestinationStream {
  output ??= pino.destination({ fd: 1, sync: false, minLength: 8192, periodicFlush: 250 });
  return output;
}

/** For lines that contain no secrets: redaction takes ten times as long as the line itself. */
export function withoutRedaction(logger: Logger): Logger {
  return logger.child({}, { redact: [] });
}
