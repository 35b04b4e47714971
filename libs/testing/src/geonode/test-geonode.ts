import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerUpload, createUploads } from './uploads.ts';

interface NodeJob {
  id: number;
  command: string;
  args: string[];
  status: 'QUEUED' | 'STARTED' | 'FINISHED';
  outcome: 'SUCCESS' | 'FAILURE' | null;
}

export type TestGeoNode = Awaited<ReturnType<typeof startTestGeoNode>>;

/** A stand-in for GeoNode's commands over HTTP; see README.md. */
export async function startTestGeoNode({ folder = '' } = {}) {
  const password = `Gn-${randomBytes(12).toString('hex')}`;
  const jobs: NodeJob[] = [];
  const uploads = createUploads();
  const state = {
    /** Whether a Celery worker takes jobs. */
    hasWorker: true,
    /** Whether the commands are exposed. */
    isExposed: true,
    /** Whether datasets can be uploaded. */
    hasUploads: true,
    outcome: 'SUCCESS' as 'SUCCESS' | 'FAILURE',
    /** Whether uploads that have begun go on. */
    isUploading: true,
  };

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const send = (status: number, body: unknown) =>
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const api = `${folder === '' ? '' : `/${folder}`}/api/v2/`;
    const prefix = `${api}management/`;
    const path = req.url ?? '';
    const isOffered = path.startsWith(prefix) ? state.isExposed : path.startsWith(api) && state.hasUploads;
    if (!isOffered) return void send(404, { detail: 'Not found.' });
    const login = Buffer.from((req.headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString();
    if (login === `member:${password}`)
      return void send(403, { detail: 'You do not have permission to perform this action.' });
    if (login !== `admin:${password}`) return void send(401, { detail: 'Invalid username/password.' });
    if (!path.startsWith(prefix)) {
      const { status, body } = await answerUpload(uploads, {
        req,
        path: path.slice(api.length),
        ...{ outcome: state.outcome, isUploading: state.isUploading },
      });
      return void send(status, body);
    }
    const rest = path.slice(prefix.length);
    const [, command] = /^commands\/(\w+)\/jobs\/$/.exec(rest) ?? [];
    if (req.method === 'POST' && command) {
      const body = JSON.parse(await readText(req)) as { args?: unknown; autostart?: boolean };
      if (!Array.isArray(body.args)) return void send(400, { args: ['args must be a list'] });
      const job: NodeJob = {
        ...{ id: jobs.length + 1, command, args: body.args.map(String) },
        ...{ status: 'QUEUED', outcome: null },
      };
      jobs.push(job);
      return void send(201, { success: true, error: null, data: shown(job) });
    }
    const [, id] = /^jobs\/(\d+)\/status\/$/.exec(rest) ?? [];
    const job = jobs.find((each) => each.id === Number(id));
    if (req.method !== 'GET' || !job) return void send(404, { detail: 'Not found.' });
    if (state.hasWorker) advance(job, state.outcome);
    const date_done = job.outcome === null ? null : new Date().toISOString();
    const meta = { date_done, status: job.outcome ?? 'PENDING', traceback: null, worker: null };
    return void send(200, { ...shown(job), celery_task_meta: meta });
  }

  const server = createServer((req, res) => void answer(req, res).catch(() => res.destroy()));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    ...{ host: 'http://127.0.0.1', port: (server.address() as AddressInfo).port, folder },
    ...{ username: 'admin', password },
    /** A user who may sign in, but is not a superuser. */
    member: 'member',
    jobs,
    /** By the name of the file, without its ending. */
    datasets: uploads.datasets,
    /** How many uploads have begun. */
    countUploads: () => uploads.executions.length,
    state,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** One step at each question. */
function advance(job: NodeJob, outcome: 'SUCCESS' | 'FAILURE'): void {
  if (job.status === 'QUEUED') job.status = 'STARTED';
  else if (job.status === 'STARTED') Object.assign(job, { status: 'FINISHED', outcome });
}

function shown({ id, command, args, status }: NodeJob) {
  return {
    ...{ id, command, app_name: 'geonode.geoserver', user: 1, status, args: JSON.stringify(args) },
    ...{ kwargs: '{}', celery_result_id: null, output_message: null },
  };
}

async function readText(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
