const MAX_LENGTH = 200;
/** Characters that end a name in some file system, or hide what a file is. */
const FORBIDDEN = /[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;

/** Name of a document with the extension of its format; never a path. */
export function toOutputName(fileName: string, format: string): string {
  const name = fileName.replace(FORBIDDEN, '_').replace(/^[.\s]+|[.\s]+$/g, '') || 'report';
  const extension = `.${format}`;
  const stem = name.toLowerCase().endsWith(extension) ? name.slice(0, -extension.length) : name;
  return `${(stem || 'report').slice(0, MAX_LENGTH - extension.length)}${extension}`;
}
