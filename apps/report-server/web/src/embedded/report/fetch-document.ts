import { basePath, errorFromResponse } from '@cairn/ui';
import type { Parameters } from '../../../sdk/protocol.ts';
import { sendEmbedded } from '../session.ts';

interface Run {
  key: string;
  format: string;
  parameters: Parameters;
  datasource: string | null;
  signal?: AbortSignal;
}

/** Without what has no value. */
export function givenParameters(parameters: Parameters): Parameters {
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== null && value !== ''));
}

/** Runs the report. */
export async function fetchDocument({ key, signal, datasource, parameters, format }: Run): Promise<Response> {
  const body = {
    format,
    parameters: givenParameters(parameters),
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(datasource === null ? {} : { datasource }),
  };
  const address = `${basePath()}/embed/api/reports/${encodeURIComponent(key)}/document`;
  const response = await sendEmbedded(
    new Request(new URL(address, document.baseURI), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    }),
  );
  if (response.ok) return response;
  const text = await response.text();
  throw errorFromResponse(response, parse(text) ?? text);
}

/** Has the browser save a document under its own name. */
export async function saveDocument(response: Response): Promise<string> {
  const fileName = nameOf(response.headers.get('content-disposition') ?? '');
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return fileName;
}

function nameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? 'report';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
