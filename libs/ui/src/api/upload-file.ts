import { ApiError, errorFromResponse, sentenceForStatus } from './api-error.ts';

export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
}

interface Upload {
  url: string;
  file: File;
  /** Name of the multipart part that carries the file. */
  field?: string;
  /** Text parts, sent before the file. */
  fields?: Record<string, string>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  onProgress?: (progress: UploadProgress) => void;
}

/** Multipart upload with progress; fetch cannot report how much has been sent. */
export function uploadFile<Data>({
  url,
  file,
  field = 'file',
  fields = {},
  headers = {},
  signal,
  onProgress,
}: Upload): Promise<Data> {
  return new Promise((resolve, reject) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append(field, file, file.name);
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.setRequestHeader('accept', 'application/json');
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => onProgress?.({ sentBytes: event.loaded, totalBytes: event.total });
    request.onload = () => {
      const body = parse(request.responseText);
      if (request.status >= 200 && request.status < 300) resolve(body as Data);
      else reject(errorFromResponse(headersOnly(request), body ?? request.responseText));
    };
    request.onerror = () => reject(new ApiError({ status: 0, message: sentenceForStatus(0) }));
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

function headersOnly(request: XMLHttpRequest): Response {
  const requestId = request.getResponseHeader('x-request-id');
  return new Response(null, {
    status: request.status,
    headers: requestId ? { 'x-request-id': requestId } : {},
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
