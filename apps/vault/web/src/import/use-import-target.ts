import { useMemo, useState } from 'react';
import { t } from '@cairn/ui';
import { useDatasets } from '../datasets/use-datasets.ts';
import { useDestination } from '../upload/use-destination.ts';
import type { SpatialDbForm } from '../upload/use-spatialdb.ts';
import { targetProblem } from './target.ts';

/** Says what is wrong with the name of a new dataset, among those that the person sees. */
export function useImportName(isVersion = false): (name: string) => string | null {
  const [active, archived] = [useDatasets('active').data, useDatasets('archived').data];
  const taken = useMemo(
    () => new Set([...(active ?? []), ...(archived ?? [])].map(({ name }) => name.toLowerCase())),
    [active, archived],
  );
  return (name) => targetProblem(name, { isVersion, taken });
}

export type ImportTarget = ReturnType<typeof useImportTarget>;

/** What both imports have in common: where the data go, under which name, and whether that is filled in. */
export function useImportTarget(database: SpatialDbForm) {
  const [destination, setDestination] = useDestination();
  const [datasetError, setDatasetError] = useState<string>();
  const nameProblem = useImportName(destination.isVersion);
  return {
    destination,
    setDestination,
    datasetError,
    nameProblem,
    /** Whether the fields outside the form itself are complete; marks those that are not. */
    isReady(): boolean {
      const missing = destination.isVersion && destination.dataset === '';
      setDatasetError(missing ? t('upload.to.missing') : undefined);
      return database.isReady() && !missing;
    },
  };
}
