export interface QfcAnswer {
  status: number;
  headers: Headers;
  /** Parsed JSON; null where there is none. */
  body: any;
}

export type QfcClient = ReturnType<typeof createQfcClient>;

/** A client of a QFieldCloud server for tests: of the stand-in and, for what both must answer alike, of a real one. */
export function createQfcClient(url: string, userAgent = 'sdk|cairn-test|1') {
  let token: string | null = null;

  async function get(
    path: string,
    headers: Record<string, string> = {},
    init: RequestInit & { token?: string | null } = {},
  ): Promise<Response> {
    const { token: own = token, ...rest } = init;
    const authorization = own === null ? {} : { authorization: `Token ${own}` };
    return fetch(`${url}/api/v1${path}`, {
      ...rest,
      headers: { 'user-agent': userAgent, ...authorization, ...headers },
    });
  }

  async function json(method: string, path: string, fields?: object, own = token): Promise<QfcAnswer> {
    const body = fields === undefined ? {} : { body: JSON.stringify(fields) };
    const headers: Record<string, string> =
      fields === undefined ? {} : { 'content-type': 'application/json' };
    const response = await get(path, headers, { method, token: own, ...body });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : null };
  }

  async function send(path: string, content: Buffer | string): Promise<QfcAnswer> {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(Buffer.from(content))]), 'file');
    const response = await get(path, {}, { method: 'POST', body: form });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
  }

  return {
    get,
    json,
    async signIn(login: { username?: string; email?: string; password: string }): Promise<QfcAnswer> {
      const answer = await json('POST', '/auth/token/', login, null);
      if (answer.status === 200) token = answer.body.token;
      return answer;
    },
    /** Uploads a version of a file. */
    upload(projectId: string, name: string, content: Buffer): Promise<QfcAnswer> {
      return send(`/files/${projectId}/${encodeURI(name)}/`, content);
    },
    sendDeltas(projectId: string, deltafile: object): Promise<QfcAnswer> {
      return send(`/deltas/${projectId}/`, JSON.stringify(deltafile));
    },
  };
}
