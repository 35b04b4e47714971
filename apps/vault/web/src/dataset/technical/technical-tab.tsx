import { Alert } from '@mantine/core';
import { ErrorState, LoadingRows, t } from '@cairn/ui';
import { crsGap } from '../crs/crs-gap.ts';
import { useMaySetCrs } from '../crs/use-may-set-crs.ts';
import { useShownLayer } from '../use-shown-layer.ts';
import type { DatasetTabProps } from '../types.ts';
import { FileFacts, LocationFacts } from './file-facts.tsx';
import { LayersSection } from './layers-section.tsx';
import { ProblemsSection } from './problems-section.tsx';
import { RasterSection } from './raster-section.tsx';
import styles from '../dataset.module.css';

/** What the file of the shown version says of itself. */
export function TechnicalTab(props: DatasetTabProps) {
  const { version, technical } = props;
  return (
    <div className={styles.columns}>
      <section className={styles.section}>
        <h2>{t('about.file')}</h2>
        <FileFacts version={version} />
      </section>
      {technical.data ? <Contents {...props} /> : null}
      {technical.error ? (
        <ErrorState error={technical.error} retry={() => void technical.refetch()} />
      ) : !technical.data ? (
        <LoadingRows rows={4} height={24} />
      ) : null}
    </div>
  );
}

function Contents(props: DatasetTabProps) {
  const {
    technical: { data },
    version,
  } = props;
  const maySetCrs = useMaySetCrs(props) && (data?.raster === undefined || data.extent !== undefined);
  const { facts } = useShownLayer(props);
  if (!data) return null;
  const gap = crsGap(data, facts);
  // The note above the tabs says this already.
  const warnings = data.warnings.filter((sentence) => gap === null || sentence !== t(`crs.${gap}`));
  return (
    <>
      <section className={styles.section}>
        <h2>{t('about.place')}</h2>
        <LocationFacts technical={data} maySetCrs={maySetCrs} />
      </section>
      {warnings.length > 0 ? (
        <section className={styles.section}>
          <Alert color="yellow" variant="light" title={t('about.warnings')}>
            {warnings.map((sentence) => (
              <p key={sentence} style={{ margin: 0 }}>
                {sentence}
              </p>
            ))}
          </Alert>
        </section>
      ) : null}
      <ProblemsSection technical={data} version={version} />
      {data.raster ? <RasterSection raster={data.raster} /> : null}
      {data.layers ? <LayersSection layers={data.layers} /> : null}
    </>
  );
}
