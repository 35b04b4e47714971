import { bodyOf } from '@cairn/testing';
import type { Person } from '@cairn/testing';

export type FormFields = Record<string, string | { name: string; bytes: Uint8Array | string }>;

interface Form {
  path: string;
  fields: FormFields;
  headers?: Record<string, string>;
  /** As a form without files is sent; else multipart. */
  isUrlencoded?: boolean;
}

/** Sends a form as a browser does from a page of its own. */
export async function sendForm(
  { url }: { url: string },
  person: Person | null,
  { path, fields, headers = {}, isUrlencoded = false }: Form,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([value.bytes as Uint8Array<ArrayBuffer>]), value.name);
  }
  const body = isUrlencoded ? new URLSearchParams([...form] as [string, string][]) : form;
  const response = await fetch(url + path, {
    ...{ method: 'POST', body, redirect: 'manual' },
    headers: { ...(person ? { cookie: person.cookie } : {}), ...headers },
  });
  return { status: response.status, body: await bodyOf(response) };
}
