import { useEffect, useRef } from 'react';
import { t } from '@cairn/ui';
import { WidgetExport } from '../../dashboards/widget/widget-export.tsx';
import { EXPORT_FORMATS, type ExportFormat } from '../../explorer/export/export-formats.ts';
import { useExport } from '../../explorer/export/use-export.ts';
import type { ExportMessage } from '../host.ts';
import type { Embedding } from '../use-embedding.ts';

/** Saves the rows because the site asks for it, and tells the site how that ended. */
export type SaveForSite = (asked: ExportMessage) => void;

interface Props {
  title: string;
  embedding: Embedding;
  /** Takes what saves the rows for the site. */
  onReady?: (save: SaveForSite) => void;
}

/** Saves the rows of a widget, by the visitor's menu or by the site. */
export function EmbeddedExport({ title, embedding, onReady }: Props) {
  const { host, report, session, viewer } = embedding;
  const { isPossible, running, save, start, cancel } = useExport();
  const mayExport = session?.actions.includes('export') ?? false;

  async function saveForSite({ id, format }: ExportMessage): Promise<void> {
    try {
      if (!mayExport) throw new Error(t('embedded.exportDenied'));
      if (!isFormat(format)) throw new Error(t('embedded.unknownFormat', { format }));
      const { name } = await save(format);
      host.post({ type: 'exportDone', id, format, fileName: name });
    } catch (error) {
      report(error, id);
    }
  }
  const latest = useRef(saveForSite);
  latest.current = saveForSite;
  useEffect(() => onReady?.((asked) => void latest.current(asked)), [onReady]);

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
