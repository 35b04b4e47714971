import { useEffect } from 'react';
import { t } from '@cairn/ui';
import { WidgetExport } from '../../dashboards/widget/widget-export.tsx';
import { EXPORT_FORMATS, type ExportFormat } from '../../explorer/export/export-formats.ts';
import { useExport } from '../../explorer/export/use-export.ts';
import type { Embedding } from '../use-embedding.ts';

interface Props {
  title: string;
  embedding: Embedding;
  /** Whether the site may have it saved by itself: the one widget of a view. */
  forSite?: boolean;
}

/** Saves the rows of a widget, by the visitor's menu or by the site. */
export function EmbeddedExport({ title, embedding, forSite = false }: Props) {
  const { host, report, session, viewer } = embedding;
  const { isPossible, running, save, start, cancel } = useExport();
  const mayExport = session?.actions.includes('export') ?? false;
  useEffect(() => {
    if (!forSite) return undefined;
    return host.listen((message) => {
      if (message.type !== 'export') return;
      const { id, format } = message;
      const saved = async () => {
        if (!mayExport) throw new Error(t('embedded.exportDenied'));
        if (!isFormat(format)) throw new Error(t('embedded.unknownFormat', { format }));
        const { name } = await save(format);
        host.post({ type: 'exportDone', id, format, fileName: name });
      };
      void saved().catch((error: unknown) => report(error, id));
    });
  }, [forSite, mayExport, host, save, report]);
  if (!mayExport || viewer.export === false) return null;
  const byMenu = async (format: ExportFormat) => {
    const name = await start(format);
    if (name !== null) host.post({ type: 'exportDone', id: null, format, fileName: name });
    return name;
  };
  return <WidgetExport {...{ title, isPossible, running, cancel }} start={byMenu} />;
}

function isFormat(format: string): format is ExportFormat {
  return EXPORT_FORMATS.some((each) => each.format === format);
}
