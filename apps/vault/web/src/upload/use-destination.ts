import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

/** What files and imports become, as given in the URL. */
export interface Destination {
  /** Whether they become the next version of a dataset that exists; else each is a dataset of its own. */
  isVersion: boolean;
  /** That dataset; empty until one is chosen. */
  dataset: string;
  /** Folder for what is new. */
  folder: number | null;
}

/** `?dataset=roads` (or `?to=version` while none is chosen yet) and `?folder=12`. */
export function useDestination(): [Destination, (change: Partial<Destination>) => void] {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const dataset = params.get('dataset') ?? '';
  const folder = params.get('folder') ?? '';
  const destination: Destination = {
    isVersion: dataset !== '' || params.get('to') === 'version',
    dataset,
    folder: /^[1-9]\d{0,14}$/.test(folder) ? Number(folder) : null,
  };
  const change = useCallback(
    (part: Partial<Destination>) => {
      const next = new URLSearchParams(window.location.search);
      if (part.isVersion !== undefined) {
        next.delete('dataset');
        setOrDelete(next, 'to', part.isVersion ? 'version' : '');
      }
      if (part.dataset !== undefined) {
        setOrDelete(next, 'dataset', part.dataset);
        setOrDelete(next, 'to', part.dataset === '' ? 'version' : '');
      }
      if (part.folder !== undefined)
        setOrDelete(next, 'folder', part.folder === null ? '' : String(part.folder));
      void navigate({ search: next.toString() }, { replace: true, preventScrollReset: true });
    },
    [navigate],
  );
  return [destination, change];
}

function setOrDelete(params: URLSearchParams, name: string, value: string): void {
  if (value === '') params.delete(name);
  else params.set(name, value);
}
