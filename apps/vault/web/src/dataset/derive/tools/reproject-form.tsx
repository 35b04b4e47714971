import { Autocomplete } from '@mantine/core';
import { t } from '@cairn/ui';
import { readSrid } from '../drafts.ts';
import styles from '../derive.module.css';

interface ReprojectFormProps {
  srid: string;
  onSrid: (srid: string) => void;
  /** Name of the coordinate system that the layer has. */
  current: string | undefined;
}

/** Codes that people ask for most; any other one can be typed. */
const USUAL = ['4326', '3857', '4258', '3035', '25832', '25833', '27700', '2154', '5070'];

/** The coordinate system of the result. */
export function ReprojectForm({ srid, onSrid, current }: ReprojectFormProps) {
  const isWrong = srid.trim() !== '' && readSrid(srid) === null;
  return (
    <div className={styles.parts}>
      {current ? <p className={styles.hint}>{t('derive.reproject.current', { name: current })}</p> : null}
      <Autocomplete
        label={t('derive.reproject.srid')}
        description={t('derive.reproject.sridHint')}
        required
        data={USUAL.map((code) => ({ value: code, label: t(`derive.reproject.usual.${code}`) }))}
        value={srid}
        error={isWrong ? t('derive.reproject.wrong') : null}
        onChange={onSrid}
      />
    </div>
  );
}
