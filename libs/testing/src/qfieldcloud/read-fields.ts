import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { QfcError } from './answer.ts';

/** Fields of a JSON object or of a form. @throws {QfcError} api_error (400) for what is neither */
export async function readFields(req: IncomingMessage): Promise<Record<string, any>> {
  const type = req.headers['content-type'] ?? '';
  try {
    if (/^(multipart\/form-data|application\/x-www-form-urlencoded)/.test(type)) {
      return Object.fromEntries(await readForm(req));
    }
    const text = await new Response(Readable.toWeb(req) as ReadableStream).text();
    const fields: unknown = text === '' ? {} : JSON.parse(text);
    if (typeof fields === 'object' && fields !== null) return fields;
  } catch {
    // Said below.
  }
  throw new QfcError('api_error', { status: 400 });
}

/** The files that a form sends as `file`. @throws {QfcError} empty_content, multiple_contents */
export async function readUpload(req: IncomingMessage): Promise<Blob> {
  const form = await readForm(req).catch(() => null);
  const files = form?.getAll('file').filter((part) => part instanceof Blob) ?? [];
  if (files.length > 1) throw new QfcError('multiple_contents');
  const [file] = files;
  // An empty upload is falsy in Django.
  if (!file || file.size === 0) throw new QfcError('empty_content');
  return file;
}

function readForm(req: IncomingMessage): Promise<FormData> {
  const headers = { 'content-type': req.headers['content-type'] ?? '' };
  return new Response(Readable.toWeb(req) as ReadableStream, { headers }).formData();
}
