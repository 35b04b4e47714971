import { badRequest } from '@cairn/service';
import type { Request, Response } from 'express';
import multer from 'multer';
import { MAX_DEFINITION_BYTES } from '../read-definition.ts';
import { MAX_PICTURE_BYTES } from './thumbnail.ts';

/** Text fields that the forms of publishing and editing have. */
const TEXTS = ['name', 'report', 'title', 'description', 'datasource', 'format'] as const;

export type PublishForm = Partial<Record<(typeof TEXTS)[number], string>> & {
  /** Text of a definition. */
  definition?: Buffer;
  template?: UploadedFile;
  thumbnail?: Buffer;
};

export interface UploadedFile {
  name: string;
  bytes: Buffer;
}

const MAX_TEMPLATE_BYTES = 9 * 1024 * 1024;
const LIMITS: Record<string, { bytes: number; text: string }> = {
  definition: { bytes: MAX_DEFINITION_BYTES, text: '1 MiB' },
  template: { bytes: MAX_TEMPLATE_BYTES, text: '9 MiB' },
  thumbnail: { bytes: MAX_PICTURE_BYTES, text: '5 MiB' },
};

/**
 * A form of publishing, held in memory, so that a refused one leaves nothing. Empty fields count as left out.
 * @throws {AppError} bad_request for another body, another file, and a file that is too large
 */
export async function readPublishForm(req: Request, res: Response): Promise<PublishForm> {
  const receive = multer({
    storage: multer.memoryStorage(),
    limits: {
      ...{ fileSize: MAX_TEMPLATE_BYTES, files: 3, fields: 20, parts: 24, headerPairs: 20 },
      fieldSize: MAX_DEFINITION_BYTES,
    },
    defParamCharset: 'utf8',
  }).fields(Object.keys(LIMITS).map((name) => ({ name, maxCount: 1 })));
  await new Promise<void>((resolve, reject) => {
    receive(req, res, (error: unknown) => (error ? reject(refusal(error)) : resolve()));
  });
  const fields = (req.body ?? {}) as Record<string, unknown>;
  const files = (req.files ?? {}) as Record<string, Express.Multer.File[]>;
  return { ...textsOf(fields), ...filesOf(files, fields) };
}

function textsOf(fields: Record<string, unknown>): Partial<Record<(typeof TEXTS)[number], string>> {
  return Object.fromEntries(
    TEXTS.flatMap((name) => {
      const value = fields[name];
      const text = (Array.isArray(value) ? value.at(-1) : value) as string | undefined;
      return text?.trim() ? [[name, text.trim()]] : [];
    }),
  );
}

function filesOf(
  files: Record<string, Express.Multer.File[]>,
  fields: Record<string, unknown>,
): Pick<PublishForm, 'definition' | 'template' | 'thumbnail'> {
  const take = (name: string) => {
    const [file] = files[name] ?? [];
    // Browsers send an empty file for a field that nobody filled.
    if (!file || file.size === 0) return null;
    const { bytes, text } = LIMITS[name]!;
    if (file.size > bytes) throw tooLarge(name, text);
    return { name: file.originalname, bytes: file.buffer };
  };
  const [definition, template, thumbnail] = [take('definition'), take('template'), take('thumbnail')];
  const { definition: text } = fields;
  const written = typeof text === 'string' && text.trim() !== '' ? Buffer.from(text) : undefined;
  const bytes = definition?.bytes ?? written;
  return {
    ...(bytes ? { definition: bytes } : {}),
    ...(template ? { template } : {}),
    ...(thumbnail ? { thumbnail: thumbnail.bytes } : {}),
  };
}

function refusal(error: unknown) {
  if (error instanceof multer.MulterError && error.code === 'LIMIT_FILE_SIZE') {
    const name = error.field ?? 'file';
    return tooLarge(name, LIMITS[name]?.text ?? '9 MiB');
  }
  return badRequest(
    'report-mgmt.bad_form',
    'The form cannot be read. Send multipart/form-data with the files definition, template and thumbnail.',
  );
}

function tooLarge(name: string, text: string) {
  return badRequest('report-mgmt.file_too_large', `The ${name} is larger than ${text}. Reduce its size.`);
}
