import type { IncomingMessage } from 'node:http';

interface Dataset {
  pk: string;
  name: string;
  /** The file as it was sent last. */
  content: string;
  /** How often it was sent. */
  versions: number;
}

interface Execution {
  status: 'running' | 'finished' | 'failed';
  apply(): void;
}

export type Uploads = ReturnType<typeof createUploads>;

export function createUploads() {
  return { datasets: [] as Dataset[], executions: [] as Execution[] };
}

/** Datasets that are uploaded and looked up. Like GeoNode, it makes a second dataset of a second `upload`. */
export async function answerUpload(
  { datasets, executions }: Uploads,
  {
    req,
    path,
    outcome,
    isUploading,
  }: { req: IncomingMessage; path: string; outcome: 'SUCCESS' | 'FAILURE'; isUploading: boolean },
): Promise<{ status: number; body: unknown }> {
  const { pathname, searchParams } = new URL(path, 'http://node/');
  if (req.method === 'GET' && pathname === '/resources') {
    const wanted = searchParams.get('filter{alternate}');
    const resources = datasets
      .map(({ pk, name }) => ({ pk, alternate: `geonode:${name}` }))
      .filter(({ alternate }) => alternate === wanted);
    return { status: 200, body: { total: resources.length, resources } };
  }
  const [, id] = /^\/executionrequest\/(\d+)$/.exec(pathname) ?? [];
  const execution = executions[Number(id) - 1];
  if (req.method === 'GET' && execution) {
    const { status } = execution;
    // The next question finds it done.
    if (status === 'running' && isUploading) {
      execution.status = outcome === 'SUCCESS' ? 'finished' : 'failed';
      if (outcome === 'SUCCESS') execution.apply();
    }
    return { status: 200, body: { request: { exec_id: id, status, output_params: {} } } };
  }
  if (req.method !== 'POST' || pathname !== '/uploads/upload')
    return { status: 404, body: { detail: 'Not found.' } };
  const form = await readForm(req);
  const file = form.get('base_file');
  if (!(file instanceof File)) return { status: 400, body: { errors: ['base_file is missing'] } };
  const [content, name] = [await file.text(), file.name.replace(/\.[^.]*$/, '')];
  const existing = datasets.find(({ pk }) => pk === form.get('resource_pk'));
  if (form.get('action') === 'replace' && !existing)
    return { status: 400, body: { errors: ['The resource does not exist'] } };
  executions.push({
    status: 'running',
    apply() {
      if (existing) Object.assign(existing, { content, versions: existing.versions + 1 });
      else datasets.push({ pk: String(datasets.length + 1), name, content, versions: 1 });
    },
  });
  return { status: 201, body: { execution_id: String(executions.length) } };
}

async function readForm(req: IncomingMessage): Promise<FormData> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const headers = { 'content-type': req.headers['content-type'] ?? '' };
  return new Response(Buffer.concat(chunks), { headers }).formData();
}
