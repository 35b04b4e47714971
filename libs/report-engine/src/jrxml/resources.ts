import type { ReportFiles } from './types.ts';
import { createFileFinder } from './files.ts';

/** The texts of a resource bundle (`<name>.properties`) among the files of the report; null where there is none. */
export function readResources(bundle: string | undefined, files: ReportFiles): Map<string, string> | null {
  if (!bundle) return null;
  const file = createFileFinder(files).find(
    `${bundle.replaceAll('.', '/').replace(/\/properties$/, '')}.properties`,
  );
  return file ? readProperties(decode(file.bytes)) : null;
}

/** Files are UTF-8 today; those before Java 9 are Latin-1 with escapes, which UTF-8 refuses where it differs. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}

function readProperties(text: string): Map<string, string> {
  const found = new Map<string, string>();
  const lines = text.replaceAll(/\\\r?\n[ \t]*/g, '').split(/\r?\n/);
  for (const line of lines) {
    const parts = /^\s*([^#!\s=:](?:\\.|[^\s=:\\])*)\s*[=:\s]\s*(.*)$/.exec(line);
    if (parts?.[1] !== undefined) found.set(unescape(parts[1]), unescape(parts[2] ?? ''));
  }
  return found;
}

function unescape(text: string): string {
  return text.replaceAll(/\\(?:u([\dA-Fa-f]{4})|(.))/g, (_, code: string | undefined, char: string) =>
    code === undefined
      ? ({ n: '\n', t: '\t', r: '\r' }[char] ?? char)
      : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
