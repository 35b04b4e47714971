import pg from 'pg';
import { hashCredential, mintSessionSecret } from '@cairn/auth';
import type { Measure } from './measurement.ts';
import { inFolder, median, memoryOf, startVaultProcess } from './vault-process.ts';
import type { VaultProcess } from './vault-process.ts';

const DATASETS = 25_000;
const FOLDERS = 50;
const ROUNDS = 15;
const summaryGoal = 300;
const changeGoal = 100;

interface Viewing {
  /** Rows that the user sees. */
  lines: number;
  bytes: number;
  /** Milliseconds until the last byte: the first response of the process, the median and the maximum of later ones. */
  first: number;
  later: number;
  worst: number;
}

/** The list of datasets for two users without administrator rights, and a change of one permission. */
async function benchSummary() {
  return inFolder(async (folder) => {
    const vault = await startVaultProcess(folder);
    const portalDb = new pg.Pool({ connectionString: vault.portal.databaseUrl, max: 1 });
    const vaultDb = new pg.Pool({ connectionString: vault.databaseUrl, max: 1 });
    try {
      await addDatasets(vaultDb);
      const people = await addPeople(portalDb);
      const before = memoryOf(vault.pid, 'VmRSS');
      const all = await view(vault, people.all);
      const tenth = await view(vault, people.tenth);
      const changes = await changePermissions(vault, portalDb, people.all);
      return { all, tenth, changes, growth: memoryOf(vault.pid, 'VmHWM') - before };
    } finally {
      await portalDb.end();
      await vaultDb.end();
      await vault.stop();
    }
  });
}

async function view(vault: VaultProcess, cookie: string): Promise<Viewing> {
  const first = await summaries(vault, cookie);
  const later: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) later.push((await summaries(vault, cookie)).took);
  return {
    lines: first.lines.length,
    bytes: first.bytes,
    first: first.took,
    later: median(later),
    worst: Math.max(...later),
  };
}

async function summaries(vault: VaultProcess, cookie: string) {
  const started = performance.now();
  const answer = await fetch(`${vault.url}/datasets-summary`, { headers: { cookie } });
  const body = await answer.arrayBuffer();
  const took = performance.now() - started;
  if (!answer.ok) throw new Error(`The list returned ${answer.status}.`);
  const lines = JSON.parse(Buffer.from(body).toString()) as {
    title: string;
    permissions: { edit: boolean };
  }[];
  return { took, lines, bytes: body.byteLength };
}

/** Gives a group edit on one dataset after the other; each must count in the next list. */
async function changePermissions(vault: VaultProcess, portalDb: pg.Pool, cookie: string): Promise<number[]> {
  const { rows } = await portalDb.query(
    `SELECT r.id, r.display_name, g.id AS group_id FROM portal.resources r, portal.groups g
      WHERE r.resource_type = 'vault_dataset' AND g.name = 'all' ORDER BY md5(r.resource_key) LIMIT $1`,
    [ROUNDS],
  );
  const took: number[] = [];
  for (const { id, display_name: title, group_id: groupId } of rows) {
    const started = performance.now();
    const answer = await fetch(`${vault.portal.url}/api/admin/permissions`, {
      method: 'POST',
      headers: { cookie: vault.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ resource_id: id, group_id: groupId, permission: 'edit' }),
    });
    await answer.arrayBuffer();
    took.push(performance.now() - started);
    if (answer.status !== 201) throw new Error(`The change returned ${answer.status}.`);
    const { lines } = await summaries(vault, cookie);
    if (!lines.find((line) => line.title === title)?.permissions.edit)
      throw new Error(`The change of ${title} is not in the list.`);
  }
  return took;
}

/** Datasets as after upload and inspection, written by SQL, because 25,000 uploads take hours. */
async function addDatasets(db: pg.Pool): Promise<void> {
  await db.query(
    `INSERT INTO vault.folders (name) SELECT 'Folder ' || n FROM generate_series(1, $1::int) AS n`,
    [FOLDERS],
  );
  await db.query(
    `INSERT INTO vault.datasets (name, type, title, description, tags, owner_id, owner, folder_id, registered_at)
     SELECT 'dataset ' || n, 'vector', 'Dataset number ' || n, 'Surveyed in the year ' || 1900 + n % 120 || ', checked in the field.',
       ARRAY['survey', 'area ' || n % 40], 1, 'admin', CASE WHEN n % 5 = 0 THEN 1 + n % $2::int END, now()
     FROM generate_series(1, $1::int) AS n`,
    [DATASETS, FOLDERS],
  );
  await db.query(
    `INSERT INTO vault.versions (dataset_id, version, operation, format, file_name, size, sha256, object_key, created_by)
     SELECT d.id, v, 'upload', 'GPKG', 'survey-' || d.id || '.gpkg', 100000 + d.id, h.sha, left(h.sha, 2) || '/' || h.sha || '-00000000', 'admin'
     FROM vault.datasets d, generate_series(1, 2) AS v,
       LATERAL (SELECT encode(sha256((d.id || '-' || v)::bytea), 'hex') AS sha) AS h`,
  );
  await db.query(
    `UPDATE vault.datasets d SET latest_version_id = v.id FROM vault.versions v WHERE v.dataset_id = d.id AND v.version = 2`,
  );
  await db.query(
    `INSERT INTO vault.file_facts (sha256, format, facts) SELECT sha256, 'GPKG', $1::jsonb FROM vault.versions`,
    [JSON.stringify(facts())],
  );
  await db.query('ANALYZE');
}

function facts() {
  const fields = Array.from({ length: 20 }, (_each, n) => ({
    name: `field_${n}`,
    type: 'text',
    nullable: true,
  }));
  return {
    extentWgs84: [8.125, 47.25, 9.75, 48.5],
    layers: [{ name: 'survey', geometryType: 'MultiPolygon', featureCount: 2_410, fields }],
    warnings: [],
  };
}

/** A user who may see every dataset through a group, and one who may see a tenth of them. */
async function addPeople(db: pg.Pool): Promise<{ all: string; tenth: string }> {
  await db.query(
    `INSERT INTO portal.resources (resource_type, resource_key, display_name, service, owner_id)
     SELECT 'vault_dataset', 'id:' || n, 'Dataset number ' || n, 'vault', 1 FROM generate_series(1, $1::int) AS n`,
    [DATASETS],
  );
  await db.query(
    `INSERT INTO portal.resources (resource_type, resource_key, display_name, service)
     VALUES ('service', 'vault', 'Vault', 'vault') ON CONFLICT DO NOTHING`,
  );
  await db.query(`INSERT INTO portal.groups (name) VALUES ('all'), ('tenth')`);
  await db.query(
    `INSERT INTO portal.permissions (resource_id, group_id, permission)
     SELECT r.id, g.id, 'view' FROM portal.resources r, portal.groups g
      WHERE g.name IN ('all', 'tenth') AND (r.resource_type = 'service' OR g.name = 'all' OR r.id % 10 = 0)`,
  );
  const cookies: string[] = [];
  for (const group of ['all', 'tenth']) {
    const { rows } = await db.query(
      `INSERT INTO portal.users (username, password_hash) VALUES ($1, 'none') RETURNING id`,
      [`member of ${group}`],
    );
    await db.query(
      `INSERT INTO portal.group_members (group_id, user_id) SELECT id, $1 FROM portal.groups WHERE name = $2`,
      [rows[0].id, group],
    );
    const secret = mintSessionSecret();
    await db.query(
      `INSERT INTO portal.sessions (token_hash, user_id, idle, expires_at)
       VALUES ($1, $2, interval '1 hour', now() + interval '1 day')`,
      [hashCredential(secret), rows[0].id],
    );
    cookies.push(`platform_session=${secret}`);
  }
  await db.query('ANALYZE');
  return { all: cookies[0]!, tenth: cookies[1]! };
}

function rowOf({ lines, bytes, first, later, worst }: Viewing, extra: string) {
  const size = `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
  return {
    what: `vault: datasets-summary, ${lines.toLocaleString('en')} of ${DATASETS.toLocaleString('en')} datasets`,
    measured: `median of ${ROUNDS} (worst ${worst.toFixed(0)} ms, first ${first.toFixed(0)} ms), ${size}${extra}`,
    value: `${later.toFixed(0)} ms`,
    goal: `below ${summaryGoal} ms`,
    met: later < summaryGoal,
  };
}

export const measure: Measure = async () => {
  const { all, tenth, changes, growth } = await benchSummary();
  const change = median(changes);
  return [
    rowOf(all, `, memory +${(growth / 1024 / 1024).toFixed(0)} MiB`),
    rowOf(tenth, ''),
    {
      what: `portal: a permission among ${DATASETS.toLocaleString('en')} resources, seen in the next list`,
      measured: `median of ${changes.length} (worst ${Math.max(...changes).toFixed(0)} ms)`,
      value: `${change.toFixed(0)} ms`,
      goal: `below ${changeGoal} ms`,
      met: change < changeGoal,
    },
  ];
};

if (import.meta.main) console.table(await measure());
