import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';

/** The public API, as the browser of a signed-in user calls it. */
export interface Api {
  get<T>(path: string): Promise<T>;
  send<T>(method: 'POST' | 'PUT', path: string, body: unknown): Promise<T>;
  /** A form, as pages send it. */
  submit<T>(path: string, fields: Record<string, string | number>): Promise<T>;
  /** Sent before the file, which the vault needs. */
  upload<T>(path: string, file: string | Blob, fields?: Record<string, string>): Promise<T>;
  download(path: string): Promise<Blob>;
}

/** Signs in through the form; the session ends with `signOut`. */
export async function signIn(
  url: string,
  username: string,
  password: string,
): Promise<Api & { signOut(): Promise<void> }> {
  const response = await fetch(`${url}/login`, {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
    redirect: 'manual',
  });
  const cookie = response.headers
    .getSetCookie()
    .find((line) => line.startsWith('platform_session='))
    ?.split(';')[0];
  await response.body?.cancel();
  if (response.status !== 303 || !cookie)
    throw new Error(`Signing in as ${username} returned ${response.status}.`);
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { accept: 'application/json', cookie, ...init.headers };
    const answer = await fetch(`${url}${path}`, {
      ...init,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(120_000),
    });
    if (answer.ok || answer.status === 303) return answer;
    throw new Error(
      `${init.method ?? 'GET'} ${path} returned ${answer.status}: ${(await answer.text()).slice(0, 300)}`,
    );
  };
  return {
    get: async <T>(path: string) => (await (await call(path)).json()) as T,
    send: async <T>(method: string, path: string, body: unknown) => {
      const answer = await call(path, {
        method,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
      return (answer.status === 204 ? undefined : await answer.json()) as T;
    },
    submit: async <T>(path: string, fields: Record<string, string | number>) => {
      const pairs = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]);
      return (await (await call(path, { method: 'POST', body: new URLSearchParams(pairs) })).json()) as T;
    },
    upload: async <T>(path: string, file: string | Blob, fields: Record<string, string> = {}) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      if (typeof file === 'string') form.append('file', await openAsBlob(file), basename(file));
      else form.append('file', file, file instanceof File ? file.name : 'picture');
      return (await (await call(path, { method: 'POST', body: form })).json()) as T;
    },
    download: async (path) => await (await call(path)).blob(),
    signOut: async () => void (await call('/logout', { method: 'POST' })),
  };
}
