import { useSyncExternalStore } from 'react';
import type { ApiError } from '@cairn/ui';
import type { IngestResult } from '../client.ts';
import { datasetNameOf, freeName, refusalOf, type Refusal } from './file-check.ts';

export type UploadStatus =
  'exists' | 'waiting' | 'uploading' | 'checking' | 'done' | 'failed' | 'cancelled' | 'refused';

export interface Upload {
  id: string;
  /** Files that were chosen together have one number. */
  batch: number;
  file: File;
  /** Name that the dataset gets, or has. */
  name: string;
  /** Whether the name is sent; else the server uses the file name. */
  named: boolean;
  /** A free name, for a dataset of its own. */
  otherName: string;
  /** Whether the file becomes a version of the dataset that has the name already. */
  asVersion: boolean;
  /** More fields of the form. They may hold a password, so they go when the file has arrived. */
  fields: Record<string, string>;
  status: UploadStatus;
  sentBytes: number;
  rate: number;
  secondsLeft: number | null;
  refusal?: Refusal;
  error?: ApiError;
  result?: IngestResult;
}

// Outside React, so that uploads continue while the user visits other pages of the vault.
let uploads: readonly Upload[] = [];
let nextId = 1;
let nextBatch = 1;
const listeners = new Set<() => void>();

export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(subscribe, () => uploads);
}

export function currentUploads(): readonly Upload[] {
  return uploads;
}

export function newBatch(): number {
  return nextBatch++;
}

interface UploadOptions {
  batch: number;
  /** The dataset whose next version the file becomes; null for a dataset of its own. */
  target: string | null;
  /** Name for that; the file's when it is empty. */
  chosen: string;
  taken: ReadonlySet<string>;
  fields: Record<string, string>;
}

/** Lists a file; it waits for its turn unless something has to be decided or is wrong with it. */
export function addUpload(file: File, { batch, target, chosen, taken, fields }: UploadOptions): Upload {
  const refusal = refusalOf(file);
  const name = target ?? (chosen || datasetNameOf(file.name));
  const exists = target === null && taken.has(name.toLowerCase());
  const upload: Upload = {
    id: String(nextId++),
    batch,
    file,
    name,
    named: target === null && chosen !== '',
    otherName: freeName(name, taken),
    asVersion: target !== null,
    fields,
    status: refusal ? 'refused' : exists ? 'exists' : 'waiting',
    sentBytes: 0,
    rate: 0,
    secondsLeft: null,
    ...(refusal ? { refusal } : {}),
  };
  publish([...uploads, upload]);
  return upload;
}

export function changeUpload(id: string, change: Partial<Upload>): void {
  publish(uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
}

export function removeUpload(id: string): void {
  publish(uploads.filter((upload) => upload.id !== id));
}

export function removeFinished(): void {
  publish(uploads.filter(({ status }) => isActive(status) || status === 'exists'));
}

export function isActive(status: UploadStatus): boolean {
  return status === 'waiting' || status === 'uploading' || status === 'checking';
}

function publish(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
