import type { Map as MapLibre } from 'maplibre-gl';
import { Button, TextInput } from '@mantine/core';
import { t } from '@cairn/ui';
import { BOX_SIDES, sideProblem, type BoxSide, type ClipDraft } from '../drafts.ts';
import styles from '../derive.module.css';

interface BoxFieldsProps {
  map: MapLibre | null;
  box: ClipDraft['box'];
  onBox: (box: ClipDraft['box']) => void;
}

/** Four sides in degrees, by hand or from what the map shows. */
export function BoxFields({ map, box, onBox }: BoxFieldsProps) {
  const problemOf = (side: BoxSide) => {
    const problem = sideProblem(side, box[side]);
    if (problem) return t(`derive.clip.${problem}`);
    const isUpsideDown = box.south !== '' && box.north !== '' && Number(box.south) >= Number(box.north);
    return side === 'north' && isUpsideDown ? t('derive.clip.order') : null;
  };
  const takeView = () => {
    const bounds = map?.getBounds();
    if (!bounds) return;
    const text = (value: number, limit: number) =>
      String(Number(Math.min(limit, Math.max(-limit, value)).toFixed(4)));
    onBox({
      west: text(bounds.getWest(), 180),
      south: text(bounds.getSouth(), 90),
      east: text(bounds.getEast(), 180),
      north: text(bounds.getNorth(), 90),
    });
  };
  return (
    <>
      <div className={styles.box}>
        {BOX_SIDES.map((side) => (
          <TextInput
            key={side}
            label={t(`derive.clip.${side}`)}
            inputMode="decimal"
            autoComplete="off"
            value={box[side]}
            error={problemOf(side)}
            onChange={(event) => onBox({ ...box, [side]: event.currentTarget.value })}
          />
        ))}
      </div>
      <p className={styles.hint}>{t('derive.clip.degrees')}</p>
      <Button variant="default" disabled={!map} onClick={takeView}>
        {t('derive.clip.takeView')}
      </Button>
    </>
  );
}
