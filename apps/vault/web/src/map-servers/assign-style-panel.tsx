import { Select } from '@mantine/core';
import { SaveForm, SidePanel, t, useSaveForm } from '@cairn/ui';
import { vault, type MapServer, type MapServerStyle } from '../client.ts';
import { catalogKey, useCatalog } from './use-map-servers.ts';

interface AssignStylePanelProps {
  server: MapServer;
  /** `workspace:layer` and a style, or empty texts. */
  initial: { layer: string; style: string };
  onClose: () => void;
}

/** Makes a style the default style of a layer. */
export function AssignStylePanel({ server, initial, onClose }: AssignStylePanelProps) {
  const { data } = useCatalog(server.id);
  const state = useSaveForm({
    initial,
    validate: {
      layer: (value) => (value === '' ? t('mapServers.missing') : null),
      style: (value) => (value === '' ? t('mapServers.missing') : null),
    },
    save: ({ layer, style }) => {
      const [workspace = '', name = ''] = splitName(layer);
      return vault.POST('/api/mapserver/styles/assign', {
        body: { connection_id: server.id, workspace, layer_name: name, style_name: style },
      });
    },
    refresh: [catalogKey(server.id)],
    done: t('mapServers.styles.assigned'),
    onSaved: onClose,
  });
  const [workspace] = splitName(state.form.values.layer);
  const layers = data?.layers.map((layer) => `${layer.workspace}:${layer.name}`) ?? [];
  const styles = data?.styles.filter((style) => !style.workspace || style.workspace === workspace) ?? [];
  return (
    <SidePanel opened title={t('mapServers.styles.assignTitle')} onClose={onClose}>
      <SaveForm state={state} save={t('mapServers.styles.assignTitle')} onCancel={onClose}>
        <Select
          label={t('mapServers.styles.layer')}
          required
          searchable
          data={layers}
          {...state.form.getInputProps('layer')}
        />
        <Select
          label={t('mapServers.styles.style')}
          required
          searchable
          data={[...new Set(styles.map(styleName))]}
          {...state.form.getInputProps('style')}
        />
      </SaveForm>
    </SidePanel>
  );
}

export function styleName({ name, workspace }: MapServerStyle): string {
  return workspace ? `${workspace}:${name}` : name;
}

function splitName(qualified: string): [workspace: string, name: string] {
  const at = qualified.indexOf(':');
  return at < 0 ? ['', qualified] : [qualified.slice(0, at), qualified.slice(at + 1)];
}
