import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { QfcError } from './answer.ts';
import type { QfcClock } from './clock.ts';
import type { QfcFile, QfcProject, QfcVersion } from './types.ts';

/** Bytes of a file: themselves, or the path of a file that has them. */
export type QfcContent = string | Buffer | Blob;

const PART_BYTES = 8 * 1024 * 1024;

export type QfcStore = ReturnType<typeof createStore>;

/** The object storage: immutable versions as files below a folder, and what the server knows of them. */
export function createStore(folder: string, clock: QfcClock) {
  async function addVersion(
    files: Map<string, QfcFile>,
    name: string,
    content: QfcContent,
  ): Promise<QfcFile> {
    const id = randomUUID();
    const path = join(folder, id);
    const sums = await writeObject(path, content);
    const uploadedAt = clock.now();
    const version: QfcVersion = { id, path, uploadedAt, ...sums };
    const file = files.get(name) ?? { name, uploadedAt, versions: [] };
    file.versions.unshift(version);
    files.set(name, file);
    return file;
  }

  return {
    addVersion,
    /** A new version of a project's file. Raises the watermark, and drops versions beyond those that are kept. */
    async putFile(project: QfcProject, name: string, content: QfcContent): Promise<QfcVersion> {
      const isProject = isQgisProject(name);
      const other = isProject ? qgisProjectOf(project) : null;
      if (other !== null && other !== name) throw new QfcError('multiple_projects');
      const file = await addVersion(project.files, name, content);
      project.dataLastUpdatedAt = clock.now();
      for (const old of file.versions.splice(project.keepVersions)) await rm(old.path);
      return file.versions[0]!;
    },
    /** Removes a file, or one version of it. @throws {QfcError} object_not_found, explicit_deletion_of_last_version */
    async deleteFile(project: QfcProject, name: string, versionId?: string): Promise<void> {
      const file = project.files.get(name);
      if (versionId !== undefined && (file?.versions.length ?? 0) <= 1) {
        throw new QfcError('explicit_deletion_of_last_version');
      }
      // `NotFound` of the framework keeps its status and becomes this code.
      if (!file) throw new QfcError('api_error', { status: 404 });
      const gone = file.versions.filter(({ id }) => versionId === undefined || id === versionId);
      if (gone.length === 0) throw new QfcError('api_error', { status: 404 });
      file.versions = file.versions.filter((version) => !gone.includes(version));
      if (file.versions.length === 0) project.files.delete(name);
      for (const version of gone) await rm(version.path);
      project.dataLastUpdatedAt = clock.now();
    },
  };
}

/** Writes the bytes once and computes what the server answers of them: size, ETag as S3 has it, SHA-256. */
async function writeObject(
  path: string,
  content: QfcContent,
): Promise<{ size: number; etag: string; sha256: string }> {
  const target = await open(path, 'w');
  const sha256 = createHash('sha256');
  const parts: Buffer[] = [];
  let part = createHash('md5');
  let inPart = 0;
  let size = 0;
  try {
    for await (const chunk of streamOf(content)) {
      let rest: Buffer = chunk;
      sha256.update(rest);
      await target.writeFile(rest);
      size += rest.length;
      while (inPart + rest.length > PART_BYTES) {
        part.update(rest.subarray(0, PART_BYTES - inPart));
        rest = rest.subarray(PART_BYTES - inPart);
        parts.push(part.digest());
        part = createHash('md5');
        inPart = 0;
      }
      part.update(rest);
      inPart += rest.length;
    }
  } finally {
    await target.close();
  }
  const last = part.digest();
  const all = [...parts, last];
  const etag =
    parts.length === 0
      ? last.toString('hex')
      : `${createHash('md5').update(Buffer.concat(all)).digest('hex')}-${all.length}`;
  return { size, etag, sha256: sha256.digest('hex') };
}

function streamOf(content: QfcContent): AsyncIterable<Buffer> {
  if (typeof content === 'string') return createReadStream(content);
  return content instanceof Blob ? Readable.fromWeb(content.stream() as never) : Readable.from([content]);
}

/** Name of the project's QGIS file. Without one there is neither package nor delta. */
export function qgisProjectOf(project: QfcProject): string | null {
  return [...project.files.keys()].find(isQgisProject) ?? null;
}

function isQgisProject(name: string): boolean {
  return /\.qg[sz]$/i.test(name);
}

/** Files of the folder that QField puts photos into are not packaged. */
export function isAttachment(name: string): boolean {
  return name.startsWith('DCIM');
}
