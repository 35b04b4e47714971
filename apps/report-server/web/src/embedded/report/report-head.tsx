import { EmptyState, t } from '@cairn/ui';
import { useState } from 'react';
import type { ReportConfig } from '../../viewer/types.ts';
import type { EmbedAddress } from '../address.ts';
import type { Embedding } from '../use-embedding.ts';
import { ReportForm } from './report-form.tsx';
import { ReportToolbar } from './report-toolbar.tsx';
import { useExport } from './use-export.ts';

interface Props {
  address: EmbedAddress;
  embedding: Embedding;
  config: ReportConfig;
  /** Values are missing without which it does not run. */
  isMissing: boolean;
  isRunning: boolean;
  onZoom?: (factor: number) => void;
  onPrint: () => void;
}

/** Title, parameters and downloads of a report, as far as the token and the site allow. */
export function ReportHead({
  address: { id: key },
  embedding,
  config,
  isMissing,
  isRunning,
  onZoom,
  onPrint,
}: Props) {
  const { session, host, parameters, viewer, datasource } = embedding;
  const [isFormOpen, setFormOpen] = useState<boolean | null>(null);
  const { save, saving } = useExport({ key, parameters, datasource, embedding, config });
  const { actions } = session!;
  const hasForm = viewer.parameters !== false && config.parameters.some(({ hidden }) => !hidden);
  const isOpen = hasForm && (isFormOpen ?? isMissing);
  return (
    <>
      {viewer.toolbar !== false && (
        <ReportToolbar
          title={config.title}
          {...(hasForm ? { form: { isOpen, toggle: () => setFormOpen(!isOpen) } } : {})}
          formats={viewer.export === false || !actions.includes('export') ? [] : config.formats}
          saving={saving}
          onSave={(format) => void save(format, null)}
          {...(viewer.zoom === false || !onZoom ? {} : { onZoom })}
          {...(actions.includes('print') ? { onPrint } : {})}
          {...(viewer.close ? { onClose: () => host.post({ type: 'close' }) } : {})}
        />
      )}
      {isOpen && (
        <ReportForm
          config={config}
          parameters={parameters}
          isRunning={isRunning}
          onRun={embedding.changeParameters}
        />
      )}
      {isMissing && !hasForm && <EmptyState title={t('embedded.needsValues')} />}
    </>
  );
}
