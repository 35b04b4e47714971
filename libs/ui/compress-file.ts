import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Beyond it the best compression takes seconds; what is as large as this loads later. */
const LARGE = 400_000;

/** Writes `name.br` and `name.gz` beside a file, unless it is small. */
export function compressFile(path: string): void {
  const content = readFileSync(path);
  if (content.length < 1024) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: content.length < LARGE ? 11 : 9,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
}
