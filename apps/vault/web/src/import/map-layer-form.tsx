import { Stack, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { FormActions, jobsKey, t, useSaveForm } from '@cairn/ui';
import { datasetRoute } from '../addresses.ts';
import { vault, type MapServer } from '../client.ts';
import { datasetsKey } from '../query-keys.ts';
import { FolderChoice } from '../upload/destination-fields.tsx';
import styles from '../upload/upload.module.css';
import { useDestination } from '../upload/use-destination.ts';
import { MapLayerChoice, WithMapServers } from './map-layer-choice.tsx';
import { layerParts, layerProblem } from './map-layer.ts';
import { useImportName } from './use-import-target.ts';

/** A layer of a map server becomes a dataset; `?server=3&layer=topp:roads` fills it in. */
export function MapLayerForm() {
  return <WithMapServers>{(servers) => <Fields servers={servers} />}</WithMapServers>;
}

function Fields({ servers }: { servers: MapServer[] }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [{ folder }, setDestination] = useDestination();
  const nameProblem = useImportName();
  const asked = servers.find(({ id }) => String(id) === params.get('server')) ?? servers[0];
  const named = params.get('layer') ?? '';
  const { form, bind, saving, problem, guard } = useSaveForm({
    initial: useMemo(
      () => ({ server: String(asked?.id ?? ''), layer: named, dataset_name: defaultName(named) }),
      [asked, named],
    ),
    leaving: 'page',
    validate: {
      layer: layerProblem,
      dataset_name: (name) => nameProblem(name),
    },
    save({ server, layer, dataset_name: name }) {
      const { workspace, name: layerName } = layerParts(layer);
      return vault.POST('/api/mapserver/catalog/import', {
        headers: { prefer: 'respond-async' },
        body: {
          connection_id: Number(server),
          workspace,
          layer_name: layerName,
          dataset_name: name.trim(),
          folder_id: folder,
        },
      });
    },
    refresh: [jobsKey, datasetsKey],
    done: t('import.started'),
    onSaved: (started) =>
      'dataset' in started && started.dataset && 'version_id' in started
        ? void navigate(datasetRoute(started.dataset))
        : form.reset(),
  });
  const chooseLayer = (layer: string) => {
    const follows = form.values.dataset_name === defaultName(form.values.layer);
    form.setFieldValue('layer', layer);
    if (follows) form.setFieldValue('dataset_name', defaultName(layer));
  };
  return (
    <form {...bind}>
      <Stack gap="md">
        <div className={styles.fields}>
          <MapLayerChoice servers={servers} form={form} onLayer={chooseLayer} />
          <TextInput
            label={t('upload.to.name')}
            required
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('dataset_name')}
          />
          <FolderChoice id={folder} onChange={(next) => setDestination({ folder: next })} />
        </div>
        <FormActions save={t('import.start')} saving={saving} problem={problem} />
      </Stack>
      {guard}
    </form>
  );
}

/** As the server names it: workspace and layer in lower case. */
function defaultName(layer: string): string {
  return layer.toLowerCase().replace(':', '_');
}
