import { t } from '@cairn/ui';
import type { CrsChoice, Version } from '../../../client.ts';
import { CrsList } from '../../crs/crs-list.tsx';
import styles from '../derive.module.css';

interface ReprojectFormProps {
  version: Version;
  layer: string;
  /** Name of the coordinate system that the layer has. */
  current: string | undefined;
  target: CrsChoice | null;
  onTarget: (target: CrsChoice) => void;
}

/** The coordinate system of the result. */
export function ReprojectForm({ version, layer, current, target, onTarget }: ReprojectFormProps) {
  return (
    <div className={styles.parts}>
      {current ? <p className={styles.hint}>{t('derive.reproject.current', { name: current })}</p> : null}
      <CrsList version={version} layer={layer} purpose="reproject" value={target} onChange={onTarget} />
    </div>
  );
}
