import type { Person } from './people.ts';

export interface Answer<T = any> {
  status: number;
  body: T;
  headers: Headers;
}

export interface Question {
  path: string;
  method?: string;
  json?: unknown;
  headers?: Record<string, string>;
}

/** A request as a signed-in user, or as a visitor; JSON bodies are parsed. Redirects are not followed. */
export async function ask<T = any>(
  { url }: { url: string },
  person: Person | null,
  { path, method = 'GET', json, headers }: Question,
): Promise<Answer<T>> {
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(person ? { cookie: person.cookie } : {}),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  return { status: response.status, body: await bodyOf(response), headers: response.headers };
}

export async function bodyOf(response: Response): Promise<any> {
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('json')) return response.json();
  if (type.startsWith('text/')) return response.text();
  return Buffer.from(await response.arrayBuffer());
}
