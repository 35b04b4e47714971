import { useState, type FormEvent } from 'react';
import { Alert, Checkbox, Group, Modal, Progress, Stack, TextInput } from '@mantine/core';
import { FormActions, notifyDone, t, tui, unwrap } from '@cairn/ui';
import { vault, type CrsChoice, type Layer, type Version } from '../../client.ts';
import { useDerivationJob } from '../derive/use-derivation-job.ts';
import { useShownLayer } from '../use-shown-layer.ts';
import type { DatasetTabProps } from '../types.ts';
import { CrsList } from './crs-list.tsx';
import { CrsMap } from './crs-map.tsx';

interface SetCrsDialogProps extends DatasetTabProps {
  onClose: () => void;
}

const MAX_COMMENT = 300;

/** Finds the coordinate system of a file that names none, shows where the data would be, and creates the version. */
export function SetCrsDialog(props: SetCrsDialogProps) {
  return (
    <Modal opened onClose={props.onClose} title={t('crs.title')} size="xl">
      {props.technical.data ? <SetCrsForm {...props} /> : null}
    </Modal>
  );
}

function SetCrsForm({ onClose, ...props }: SetCrsDialogProps) {
  const { version, versions, technical, onShowVersion } = props;
  const all = technical.data?.layers ?? [];
  const { name: shown } = useShownLayer(props);
  const [layers, setLayers] = useState(() => layersToSet(all, shown));
  const [choice, setChoice] = useState<CrsChoice | null>(null);
  const [comment, setComment] = useState('');
  const next = (versions[0] as Version).version + 1;
  const job = useDerivationJob(props, (derived) => {
    notifyDone(t('crs.done', { version: derived.new_version, crs: choice?.name ?? '' }));
    onClose();
    onShowVersion(derived.new_version);
  });
  const [layer = shown] = layers;
  const isTooLong = comment.length > MAX_COMMENT;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!choice) return;
    const { dataset: name, version: number } = version;
    job.run(() =>
      unwrap(
        vault.POST('/datasets/{name}/versions/{version}/crs', {
          params: { path: { name, version: number } },
          headers: { prefer: 'respond-async' },
          body: {
            srid: choice.srid,
            ...(all.length > 0 ? { layers } : {}),
            ...(comment.trim() ? { version_label: comment.trim() } : {}),
          },
        }),
      ),
    );
  };
  if (job.running) {
    return (
      <Stack role="status">
        <strong>{t('crs.working', { version: next })}</strong>
        <p style={{ margin: 0 }}>{job.stage ?? tui('jobs.queued')}</p>
        <Progress
          value={job.progress}
          animated={job.progress === 0}
          aria-label={t('crs.working', { version: next })}
        />
        <p style={{ margin: 0 }}>{t('derive.make.leave')}</p>
      </Stack>
    );
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <p style={{ margin: 0 }}>{t('crs.what', { next })}</p>
        {all.length > 1 ? (
          <Checkbox.Group label={t('crs.layers')} value={layers} onChange={setLayers}>
            <Group mt={6} gap="md">
              {all.map((each) => (
                <Checkbox key={each.name} value={each.name} label={layerLabel(each)} />
              ))}
            </Group>
          </Checkbox.Group>
        ) : null}
        <CrsList version={version} layer={layer} purpose="assign" value={choice} onChange={setChoice} />
        <CrsMap version={version} layer={layer} srid={choice?.srid ?? null} />
        <TextInput
          label={t('upload.comment')}
          description={t('upload.commentHint')}
          value={comment}
          error={isTooLong ? t('edit.tooLong', { count: MAX_COMMENT }) : null}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        {job.problem === null ? null : (
          <Alert color="red" role="alert">
            {t('crs.failed', { reason: job.problem })}
          </Alert>
        )}
        <FormActions
          save={t('crs.set')}
          disabled={!choice || isTooLong || (all.length > 0 && layers.length === 0)}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

/** The layers without a coordinate system; when all have one, the layer that the page shows. */
function layersToSet(all: Layer[], shown: string): string[] {
  const without = all.filter(({ crs }) => !crs || crs.assumed).map(({ name }) => name);
  return without.length > 0 ? without : all.map(({ name }) => name).filter((name) => name === shown);
}

function layerLabel({ name: layer, crs }: Layer): string {
  return crs && !crs.assumed
    ? t('crs.layerWith', { layer, crs: crs.name })
    : t('crs.layerWithout', { layer });
}
