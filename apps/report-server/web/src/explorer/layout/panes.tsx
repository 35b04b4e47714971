import { ChartPane } from '../chart/chart-pane.tsx';
import { MapPane } from '../map/map-pane.tsx';
import { TablePane } from '../table/table-pane.tsx';
import { usePanes } from './pane-choice.tsx';
import styles from './layout.module.css';

/** Map and chart beside each other above the table, or whichever of them are shown. */
export function Panes() {
  const { shown } = usePanes();
  return (
    <div className={styles.panes} data-panes={shown.join(' ')}>
      {shown.includes('map') ? <MapPane /> : null}
      {shown.includes('chart') ? <ChartPane /> : null}
      {shown.includes('table') ? <TablePane /> : null}
    </div>
  );
}
