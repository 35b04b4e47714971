import { bodyOf } from '@cairn/testing';
import type { Person } from '@cairn/testing';

interface Form {
  person: Person | null;
  fields: Record<string, string>;
  multipart?: boolean;
  headers?: Record<string, string>;
}

/** Sends a form as a browser does, urlencoded or multipart. */
export async function postForm(
  url: string,
  { person, fields, multipart = false, headers = {} }: Form,
): Promise<{ status: number; body: any }> {
  const body = multipart ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const response = await fetch(url, {
    ...{ method: 'POST', body },
    headers: { ...(person ? { cookie: person.cookie } : {}), ...headers },
  });
  return { status: response.status, body: await bodyOf(response) };
}
