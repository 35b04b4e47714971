import { t } from '@cairn/ui';
import type { Finding } from '../client.ts';

/** A finding of the report server: of an imported file with file and line, of a template of the builder with its path. */
export function readFinding(raw: Record<string, unknown>): Finding {
  const { severity, level = severity, message, file, line, element, path } = raw;
  const where =
    typeof line === 'number' || typeof file === 'string'
      ? [file, typeof line === 'number' ? t('findings.line', { line }) : null, element]
      : [element ?? (typeof path === 'string' ? path.replace(/^\$\.?/, '') : null)];
  return {
    severity: level === 'error' || level === 'info' ? level : 'warning',
    message: typeof message === 'string' ? message : '',
    place: where.filter((part) => typeof part === 'string' && part !== '').join(', '),
  };
}
