import {
  IconChartArea,
  IconChartBar,
  IconChartLine,
  IconChartPie,
  IconChartScatter,
  IconFileText,
  IconMap2,
  IconPhoto,
  type Icon,
} from '@tabler/icons-react';
import type { ChartType, Element, ElementStyle } from '@cairn/report-engine/browser';
import { t } from '@cairn/ui';
import { textOfExpression } from '../model/expression-text.ts';
import { lineOf } from './element-style.ts';
import styles from './canvas.module.css';

interface Props {
  element: Element;
  style: ElementStyle;
  scale: number;
}

const CHART_ICONS: Record<ChartType, Icon> = {
  bar: IconChartBar,
  stackedBar: IconChartBar,
  line: IconChartLine,
  area: IconChartArea,
  stackedArea: IconChartArea,
  pie: IconChartPie,
  scatter: IconChartScatter,
  timeSeries: IconChartLine,
};

/** What is drawn in the box of an element; rows are not known here. */
export function ElementContent({ element, style, scale }: Props) {
  const pen = style.pen ?? { width: 1, color: '#000000', style: 'solid' as const };
  switch (element.kind) {
    case 'text':
      return <span className={styles.text}>{element.text}</span>;
    case 'field':
      return <span className={styles.text}>{textOfExpression(element.expression) || '…'}</span>;
    case 'line': {
      const { width, height } = element;
      const up = element.direction === 'up';
      return (
        <svg className={styles.shape} viewBox={`0 0 ${width || 1} ${height || 1}`} preserveAspectRatio="none">
          <line
            x1={0}
            x2={width}
            y1={up ? height : 0}
            y2={up ? 0 : height}
            stroke={pen.color}
            strokeWidth={Math.max(0.75, pen.width * scale)}
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      );
    }
    case 'rectangle':
    case 'ellipse':
      return (
        <div
          className={styles.shape}
          style={{
            border: lineOf(pen, scale),
            background: style.background,
            borderRadius: element.kind === 'ellipse' ? '50%' : (style.radius ?? 0) * scale,
          }}
        />
      );
    case 'image':
      return <Placeholder icon={IconPhoto} text={'asset' in element.source ? element.source.asset : ''} />;
    case 'table':
      return (
        <div className={styles.table}>
          {element.columns.map(({ header, expression, width }, i) => (
            // Two columns may be the same.
            // oxlint-disable-next-line react/no-array-index-key
            <span key={i} style={{ width: width * scale }}>
              <strong>{header}</strong>
              <span>{textOfExpression(expression)}</span>
            </span>
          ))}
        </div>
      );
    case 'chart':
      return (
        <Placeholder
          icon={CHART_ICONS[element.chart]}
          text={
            element.title ??
            [element.value, element.category]
              .filter(Boolean)
              .map((each) => textOfExpression(each ?? ''))
              .join(' / ')
          }
        />
      );
    case 'map':
      return <Placeholder icon={IconMap2} text={textOfExpression(element.geometry)} />;
    case 'subreport':
      return <Placeholder icon={IconFileText} text={element.report || t('builder.kinds.subreport')} />;
    case 'break':
      return <span className={styles.break}>{t(`builder.breaks.${element.what}`)}</span>;
    case 'frame':
    case 'list':
      return null;
  }
}

function Placeholder({ icon: PlaceIcon, text }: { icon: Icon; text: string }) {
  return (
    <span className={styles.placeholder}>
      <PlaceIcon size={22} stroke={1.5} aria-hidden />
      <span>{text}</span>
    </span>
  );
}
