import { lazy, Suspense } from 'react';
import { t, useUrlState } from '@cairn/ui';
import { useMaySetCrs } from './crs/use-may-set-crs.ts';
import { useEditable } from './rows.ts';
import type { DatasetTabProps } from './types.ts';

const MetadataPanel = lazy(async () => ({
  default: (await import('./about/metadata-form.tsx')).MetadataPanel,
}));
const EditsPanel = lazy(async () => ({
  default: (await import('./editing/edits-panel.tsx')).EditsPanel,
}));
const InsertRowPanel = lazy(async () => ({
  default: (await import('./editing/insert-row.tsx')).InsertRowPanel,
}));

const PublishPanel = lazy(async () => ({
  default: (await import('./publish/publish-panel.tsx')).PublishPanel,
}));
const SetCrsDialog = lazy(async () => ({
  default: (await import('./crs/set-crs-dialog.tsx')).SetCrsDialog,
}));

/** Side panels, each with its own URL. */
export function SidePanels(props: DatasetTabProps) {
  const { metadata } = props;
  const [panel, setPanel] = useUrlState('panel');
  const [layer] = useUrlState('layer');
  const { editable } = useEditable(props, layer);
  const maySetCrs = useMaySetCrs(props);
  const onClose = () => setPanel('');
  const mayDescribe = metadata.permissions?.edit === true && !metadata.archived;
  return (
    <Suspense fallback={<span role="status" aria-label={t('dataset.opening')} />}>
      {panel === 'edit' && mayDescribe ? (
        <MetadataPanel metadata={metadata} opened onClose={onClose} />
      ) : null}
      {panel === 'crs' && maySetCrs ? <SetCrsDialog {...props} onClose={onClose} /> : null}
      {panel === 'publish' ? <PublishPanel {...props} onClose={onClose} /> : null}
      {panel === 'edits' ? <EditsPanel dataset={metadata.name} onClose={onClose} /> : null}
      {panel === 'add-row' && editable ? <InsertRowPanel {...props} onClose={onClose} /> : null}
    </Suspense>
  );
}
