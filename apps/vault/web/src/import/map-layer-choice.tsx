import { Autocomplete, Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { EmptyState, Loaded, t } from '@cairn/ui';
import type { MapServer } from '../client.ts';
import { useCatalog, useMapServers } from '../map-servers/use-map-servers.ts';

interface Values extends Record<string, unknown> {
  server: string;
  layer: string;
}

interface MapLayerChoiceProps<V extends Values> {
  servers: MapServer[];
  form: UseFormReturnType<V>;
  /** Instead of setting the field. */
  onLayer?: (layer: string) => void;
}

/** A map server and one of its layers, as `workspace:layer`. */
export function MapLayerChoice<V extends Values>({ servers, form, onLayer }: MapLayerChoiceProps<V>) {
  const { server } = form.values;
  const catalog = useCatalog(Number(server), server !== '');
  return (
    <>
      <Select
        label={t('import.mapserver.server')}
        required
        allowDeselect={false}
        data={servers.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.getInputProps('server')}
      />
      <Autocomplete
        label={t('import.mapserver.layer')}
        description={t('import.mapserver.layerHint')}
        required
        limit={50}
        data={catalog.data?.layers.map(({ workspace, name }) => `${workspace}:${name}`) ?? []}
        {...form.getInputProps('layer')}
        error={form.errors.layer ?? catalog.error?.message}
        {...(onLayer ? { onChange: onLayer } : {})}
      />
    </>
  );
}

/** Content that needs the map servers that are enabled; without one, it says what to do. */
export function WithMapServers({ children }: { children: (servers: MapServer[]) => ReactNode }) {
  const servers = useMapServers();
  return (
    <Loaded query={servers} rows={2}>
      {(all) => {
        const enabled = all.filter((server) => server.enabled);
        if (enabled.length > 0) return children(enabled);
        return <EmptyState boxed title={t('import.mapserver.none')} text={t('import.mapserver.noneText')} />;
      }}
    </Loaded>
  );
}
