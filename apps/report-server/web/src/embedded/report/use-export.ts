import { t } from '@cairn/ui';
import { useCallback, useEffect, useState } from 'react';
import type { Parameters } from '../../../sdk/protocol.ts';
import type { ReportConfig } from '../../viewer/types.ts';
import type { Embedding } from '../use-embedding.ts';
import { fetchDocument, saveDocument } from './fetch-document.ts';

interface Options {
  key: string;
  parameters: Parameters;
  datasource: string | null;
  embedding: Embedding;
  config: ReportConfig | undefined;
}

/** Saves the report in a format: by the reader's menu (`id` null), or by the host. */
export function useExport({ key, parameters, datasource, embedding, config }: Options) {
  const { host, report, session } = embedding;
  const [saving, setSaving] = useState<string | null>(null);
  const formats = config?.formats;
  const mayExport = session?.actions.includes('export') ?? false;

  const save = useCallback(
    async (format: string, id: number | null): Promise<void> => {
      setSaving(format);
      try {
        if (!mayExport) throw new Error(t('embedded.exportDenied'));
        if (!formats?.some(({ name }) => name === format))
          throw new Error(t('embedded.unknownFormat', { format }));
        const response = await fetchDocument({ key, format, parameters, datasource });
        host.post({ type: 'exportDone', id, format, fileName: await saveDocument(response) });
      } catch (error) {
        report(error, id ?? undefined);
      } finally {
        setSaving(null);
      }
    },
    [key, parameters, datasource, formats, mayExport, host, report],
  );

  const isKnown = formats !== undefined;
  useEffect(
    () => (isKnown ? host.listenToExports(({ format, id }) => void save(format, id)) : undefined),
    [host, save, isKnown],
  );
  return { save, saving };
}
