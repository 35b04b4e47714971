import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { startTestMerginMaps } from '../src/mergin-maps/test-mergin-maps.ts';

export interface MerginAnswerSeen {
  status: number;
  headers: Headers;
  bytes: Buffer;
  body: any;
}

export type MerginClient = Awaited<ReturnType<typeof connectToMerginMaps>>;

/** The server that MERGIN_URL, MERGIN_USERNAME and MERGIN_PASSWORD name, else the stand-in; with no variables the stand-in. */
export async function connectToMerginMaps(variables: NodeJS.ProcessEnv = process.env) {
  const { MERGIN_URL, MERGIN_USERNAME = '', MERGIN_PASSWORD = '' } = variables;
  const standIn = MERGIN_URL ? null : await startTestMerginMaps();
  const url = MERGIN_URL?.replace(/\/+$/, '') ?? standIn!.url;
  const login = standIn?.username ?? MERGIN_USERNAME;
  const password = standIn?.password ?? MERGIN_PASSWORD;
  let token = '';

  async function ask(
    path: string,
    { as = token, ...init }: RequestInit & { as?: string } = {},
  ): Promise<MerginAnswerSeen> {
    const headers = new Headers(init.headers);
    if (as !== '') headers.set('authorization', `Bearer ${as}`);
    const response = await fetch(url + path, { ...init, headers });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      body: isJson ? JSON.parse(bytes.toString()) : null,
    };
  }

  const post = (path: string, json: unknown, as = token): Promise<MerginAnswerSeen> =>
    ask(path, {
      method: 'POST',
      body: JSON.stringify(json),
      headers: { 'content-type': 'application/json' },
      as,
    });

  const signedIn = await post('/v1/auth/login', { login, password }, '');
  token = signedIn.body.session.token;
  const [workspace] = (await ask('/v1/workspaces')).body as { id: number; name: string }[];

  /** Sends bytes in one chunk, as `PushedFile` of a push. */
  async function upload(id: string, path: string, content: Uint8Array) {
    const chunk = await ask(`/v2/projects/${id}/chunks`, {
      method: 'POST',
      body: Buffer.from(content),
      headers: { 'content-type': 'application/octet-stream' },
    });
    const checksum = createHash('sha1').update(content).digest('hex');
    return { path, size: content.length, checksum, chunks: [chunk.body.id] };
  }

  return {
    standIn,
    login,
    password,
    signedIn: signedIn.body,
    workspace: workspace!,
    ask,
    post,

    async createProject(name: string): Promise<{ id: string; path: string }> {
      await post(`/v1/project/${workspace!.name}`, { name });
      const path = `${workspace!.name}/${name}`;
      return { id: (await ask(`/v1/project/${path}`)).body.id, path };
    },

    /** Pushes a version; null deletes a file. Returns the number of the version. */
    async push(id: string, files: Record<string, Uint8Array | null>): Promise<number> {
      const { version } = (await ask(`/v2/projects/${id}`)).body;
      const current = await ask(`/v2/projects/${id}?files_at_version=${version}`);
      const known = new Map<string, any>((current.body.files ?? []).map((file: any) => [file.path, file]));
      const changes = { added: [] as object[], updated: [] as object[], removed: [] as object[] };
      for (const [path, content] of Object.entries(files)) {
        if (content === null) changes.removed.push(known.get(path));
        else changes[known.has(path) ? 'updated' : 'added'].push(await upload(id, path, content));
      }
      const answer = await post(`/v2/projects/${id}/versions`, { version, changes });
      if (answer.status !== 201) throw new Error(`push failed: ${answer.status} ${answer.bytes.toString()}`);
      // Times have whole seconds; a real server may also be busy with what follows a version.
      if (!standIn) await delay(1_000);
      return Number(answer.body.version.slice(1));
    },

    async close() {
      await standIn?.close();
    },
  };
}
