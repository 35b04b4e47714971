import { randomUUID } from 'node:crypto';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { QfcClock } from './clock.ts';
import { editFeature } from './edit-feature.ts';
import type { EditResult } from './edit-feature.ts';
import { endJob } from './jobs.ts';
import type { QfcStore } from './store.ts';
import type { QfcDelta, QfcJob, QfcLayerSource, QfcProject } from './types.ts';

/**
 * What a worker does with an apply job: each delta changes its feature in a copy of the layer's GeoPackage, and each package that was
 * changed is uploaded as one new version. Layers in databases elsewhere change no file. An applied delta raises the watermark in
 * either case, after the upload has (`worker_wrapper/wrapper.py`).
 */
export async function applyDeltas(
  project: QfcProject,
  job: QfcJob,
  { folder, store, clock }: { folder: string; store: QfcStore; clock: QfcClock },
): Promise<void> {
  job.startedAt = clock.now();
  const copies = new Map<string, { path: string; isChanged: boolean }>();

  async function copyOf(file: string): Promise<{ path: string; isChanged: boolean } | null> {
    const version = project.files.get(file)?.versions[0];
    const known = copies.get(file);
    if (known || !version) return known ?? null;
    const copy = { path: join(folder, randomUUID()), isChanged: false };
    await copyFile(version.path, copy.path);
    copies.set(file, copy);
    return copy;
  }

  async function apply(delta: QfcDelta, source: QfcLayerSource | undefined): Promise<EditResult> {
    const { content } = delta;
    if (source === null) return { status: 'applied', pk: content.sourcePk };
    if (source === undefined) {
      return { status: 'not_applied', message: `No layer with id "${content.sourceLayerId}"` };
    }
    const copy = await copyOf(source.file);
    if (!copy) return { status: 'not_applied', message: `Invalid layer "${content.sourceLayerId}"` };
    const { overwriteConflicts } = project;
    const result = editFeature(copy.path, { table: source.table, delta: content, overwriteConflicts });
    if (result.status === 'applied') copy.isChanged = true;
    return result;
  }

  let isChanged = false;
  for (const [index, delta] of job.deltas.entries()) {
    const layerId = delta.content.sourceLayerId || delta.content.localLayerId;
    const result = await apply(delta, project.layers.get(layerId));
    if (result.status === 'applied') isChanged = true;
    delta.status = result.status;
    delta.feedback = toFeedback(delta, index, result);
    delta.updatedAt = clock.now();
  }
  for (const [name, copy] of copies) {
    if (copy.isChanged) await store.putFile(project, name, copy.path);
    await rm(copy.path);
  }
  if (isChanged) project.dataLastUpdatedAt = clock.now();
  endJob(job, { status: 'finished', clock, output: '' });
}

function toFeedback(delta: QfcDelta, index: number, result: EditResult): Record<string, unknown> {
  const isApplied = result.status === 'applied';
  const statuses = {
    applied: 'status_applied',
    conflict: 'status_conflict',
    not_applied: 'status_apply_failed',
  };
  return {
    msg: isApplied ? 'Successfully applied delta!' : result.message,
    status: statuses[result.status],
    e_type: isApplied ? null : result.status === 'conflict' ? 'CONFLICT' : 'ERROR',
    delta_file_id: delta.deltafileId,
    layer_id: delta.content.sourceLayerId,
    delta_index: index,
    delta_id: delta.id,
    feature_pk: delta.content.sourcePk,
    modified_pk: isApplied ? result.pk : null,
    conflicts: result.status === 'conflict' ? result.conflicts : null,
    provider_errors: null,
    method: delta.content.method,
  };
}
