import { pino } from 'pino';
import type { DestinationStream, Logger as PinoLogger } from 'pino';

export type Logger = PinoLogger;

const SECRET_FIELDS = ['authorization', 'cookie', 'password', 'secret', 'token', 'new_password', 'current_password'];

/**
 * JSON lines on stdout. Fields named like a secret are replaced, at the top and two levels down;
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
  ];
  const settings = {
    level: options.level ?? 'info',
    base: { service: options.service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths, censor: '[redacted]' },
  };
  return options.destination ? pino(settings, options.destination) : pino(settings);
}
