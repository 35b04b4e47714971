import { mkdtemp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { extractZip } from '@cairn/files';
import { badRequest } from '@cairn/service';
import type { UploadedFile } from './read-publish-form.ts';

export interface TemplateOnDisk {
  /** Bytes by path below the folder of the report. */
  files: ReadonlyMap<string, Buffer>;
  /** What the definition calls it. */
  report: string;
}

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
const LIMITS = { maxEntries: 200, maxBytes: 9 * 1024 * 1024 };
const PICTURE = /\.(?:png|jpe?g|gif|webp)$/i;
const BESIDE = /\.(?:jrxml|jrtx|properties)$/i;

/**
 * The files of an uploaded template: a `template.json`, a `.jrxml`, or a zip with one of them, subreports and pictures. Pictures go to
 * `assets/`, and all else is left out.
 * @throws {AppError} bad_request, unprocessable
 */
export async function unpackTemplate({ name, bytes }: UploadedFile): Promise<TemplateOnDisk> {
  const files = bytes.subarray(0, ZIP.length).equals(ZIP) ? await unzip(bytes) : single(name, bytes);
  if (files.has('template.json')) return { files, report: 'template.json' };
  const templates = [...files.keys()].filter((path) => /\.jrxml$/i.test(path));
  const [first] = templates;
  if (first === undefined) throw noTemplate();
  // Of several the report server finds the main one.
  return { files, report: templates.length === 1 ? first : '' };
}

function single(name: string, bytes: Buffer): Map<string, Buffer> {
  const isXml = /^\uFEFF?\s*</.test(bytes.subarray(0, 200).toString());
  if (isXml) {
    const plain = basename(name.replaceAll('\\', '/')).replaceAll(/[^\w.-]+/g, '_');
    const stem = plain.replace(/^\.+/, '').replace(/\.[a-z]+$/i, '');
    return new Map([[`${stem || 'report'}.jrxml`, bytes]]);
  }
  if (/^\uFEFF?\s*\{/.test(bytes.subarray(0, 200).toString())) return new Map([['template.json', bytes]]);
  throw noTemplate();
}

async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const scratch = await mkdtemp(join(tmpdir(), 'cairn-template-'));
  try {
    const [archive, folder] = [join(scratch, 'template.zip'), join(scratch, 'files')];
    await writeFile(archive, bytes);
    await mkdir(folder);
    const place = ({ name }: { name: string }) => placeOf(name);
    await extractZip(archive, folder, { place, limits: LIMITS }).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? twice() : error;
    });
    const names = (await readdir(folder)).toSorted();
    const read = async (name: string): Promise<[string, Buffer]> => [
      PICTURE.test(name) ? `assets/${name}` : name,
      await readFile(join(folder, name)),
    ];
    return new Map(await Promise.all(names.map(read)));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The plain name of an entry; null for one that a template does not need. */
function placeOf(path: string): string | null {
  const name = basename(path);
  if (path.startsWith('__MACOSX/') || name.startsWith('.')) return null;
  return name === 'template.json' || BESIDE.test(name) || PICTURE.test(name) ? name : null;
}

function noTemplate() {
  return badRequest(
    'report-mgmt.no_template',
    'The template is neither a template.json nor a .jrxml, and no zip with one of them. Choose another file.',
  );
}

function twice() {
  return badRequest(
    'report-mgmt.template_twice',
    'The zip has two files of the same name in different folders. Rename one of them.',
  );
}
