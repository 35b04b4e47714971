import { useEffect, useState } from 'react';
import type { ReportServerSchemas } from '@cairn/contracts/client';
import { Widget } from '../../dashboards/widget/widget.tsx';
import type { DataLoader } from '../../explorer/data-loader.ts';
import classes from '../embedded.module.css';
import type { Embedding } from '../use-embedding.ts';
import { EmbeddedExport, type SaveForSite } from './embedded-export.tsx';

interface Props {
  title: string;
  view: ReportServerSchemas['InlineView'] | null;
  embedding: Embedding;
  loader: DataLoader;
}

/** A saved view, which the site may have saved as soon as its frame is there: that waits for the rows to be known. */
export function EmbeddedView({ title, view, embedding, loader }: Props) {
  const { host } = embedding;
  const [saving] = useState(() => Promise.withResolvers<SaveForSite>());
  useEffect(
    () => host.listenToExports((message) => void saving.promise.then((save) => save(message))),
    [host, saving],
  );
  return (
    <div className={classes.view}>
      <Widget
        title={title}
        heading="h1"
        content={{ view }}
        loader={loader}
        actions={<EmbeddedExport title={title} embedding={embedding} onReady={saving.resolve} />}
      />
    </div>
  );
}
