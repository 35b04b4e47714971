import { QfcError, sendJson, sendList } from './answer.ts';
import type { QfcExchange } from './answer.ts';
import { toDisplay, toLastModified } from './clock.ts';
import { sendVersion } from './download.ts';
import { readUpload } from './read-fields.ts';
import { isAttachment } from './store.ts';
import type { QfcStore } from './store.ts';
import type { QfcFile, QfcProject, QfcVersion } from './types.ts';

/** GET `/files/{id}/`: all files with their versions. */
export function listFiles(exchange: QfcExchange, project: QfcProject): void {
  sendList(exchange, [...project.files.values()], toFileBody);
}

/** GET `/files/metadata/{id}/{path}/`. @throws {QfcError} object_not_found */
export function getMetadata({ res }: QfcExchange, project: QfcProject, name: string): void {
  const file = project.files.get(name);
  if (!file) throw new QfcError('object_not_found');
  sendJson(res, 200, toFileBody(file));
}

/** GET `/files/{id}/{path}/?version=`. @throws {QfcError} object_not_found, invalid_http_range, validation_error */
export async function downloadFile(
  exchange: QfcExchange,
  files: Map<string, QfcFile>,
  { name, minimumRange }: { name: string; minimumRange: number },
): Promise<void> {
  const wanted = exchange.query.get('version') ?? '';
  if (wanted !== '' && !/^[0-9a-f-]{32,36}$/i.test(wanted)) throw new QfcError('validation_error');
  const versions = files.get(name)?.versions ?? [];
  const version = wanted === '' ? versions[0] : versions.find(({ id }) => id === wanted);
  if (!version) throw new QfcError('object_not_found');
  await sendVersion(exchange, { name, version, minimumRange });
}

/** POST `/files/{id}/{path}/`. @throws {QfcError} empty_content, multiple_contents, multiple_projects */
export async function uploadFile(
  exchange: QfcExchange,
  project: QfcProject,
  { name, store }: { name: string; store: QfcStore },
): Promise<void> {
  await store.putFile(project, name, await readUpload(exchange.req));
  sendJson(exchange.res, 201, {}, { location: encodeURI(`/api/v1/files/${project.id}/${name}/`) });
}

/** DELETE `/files/{id}/{path}/`: all of the file, or the version of the query or of `x-file-version`. */
export async function deleteFile(
  { req, res, query }: QfcExchange,
  project: QfcProject,
  { name, store }: { name: string; store: QfcStore },
): Promise<void> {
  const version = query.get('version') ?? req.headers['x-file-version']?.toString();
  await store.deleteFile(project, name, version);
  res.writeHead(204);
  res.end();
}

export function toFileBody(file: QfcFile): object {
  return { ...toPackageFileBody(file), versions: file.versions.map((each) => toVersionBody(each, file)) };
}

/** `FileSerializer`: without the versions. */
export function toPackageFileBody(file: QfcFile): object {
  const latest = file.versions[0]!;
  return {
    name: file.name,
    size: latest.size,
    uploaded_at: file.uploadedAt,
    is_attachment: isAttachment(file.name),
    md5sum: latest.etag,
    last_modified: toLastModified(latest.uploadedAt),
    sha256: latest.sha256,
  };
}

function toVersionBody(version: QfcVersion, file: QfcFile): object {
  return {
    version_id: version.id,
    md5sum: version.etag,
    size: version.size,
    uploaded_at: version.uploadedAt,
    display: toDisplay(version.uploadedAt),
    is_latest: version === file.versions[0],
    last_modified: toLastModified(version.uploadedAt),
    sha256: version.sha256,
  };
}
