import { Stack } from '@mantine/core';
import { useState } from 'react';
import { FeatureServiceImport } from './feature-service-import.tsx';
import { FeatureServiceSource, type ListedService } from './feature-service-source.tsx';

/** Layers of an ArcGIS feature service: first its address and sign-in, then the layers and the database for them. */
export function FeatureServiceForm() {
  const [listed, setListed] = useState<ListedService | null>(null);
  return (
    <Stack gap="xl">
      <FeatureServiceSource listed={listed} onListed={setListed} />
      {listed ? <FeatureServiceImport key={listed.service.service_url} listed={listed} /> : null}
    </Stack>
  );
}
