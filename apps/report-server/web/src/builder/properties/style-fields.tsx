import { ActionIcon, Group, SegmentedControl, TextInput, Tooltip } from '@mantine/core';
import {
  IconAlignCenter,
  IconAlignJustified,
  IconAlignLeft,
  IconAlignRight,
  IconBold,
  IconItalic,
  IconUnderline,
  type Icon,
} from '@tabler/icons-react';
import type { Border, ElementStyle } from '@cairn/report-engine/browser';
import { t } from '@cairn/ui';
import { ChoiceField, ColorField, NumberField } from './inputs.tsx';
import { Beside } from './section.tsx';

interface Props {
  style: ElementStyle;
  /** What shows where the style says nothing. */
  inherited?: ElementStyle;
  onChange: (change: ElementStyle) => void;
  /** Lines of shapes instead of text. */
  shape?: boolean;
}

const MARKS: [keyof ElementStyle & ('bold' | 'italic' | 'underline'), Icon][] = [
  ['bold', IconBold],
  ['italic', IconItalic],
  ['underline', IconUnderline],
];
const ALIGNMENTS = [
  ['left', IconAlignLeft],
  ['center', IconAlignCenter],
  ['right', IconAlignRight],
  ['justify', IconAlignJustified],
] as const;
const BORDER_STYLES = ['solid', 'dashed', 'dotted', 'double'] as const;

/** Font, alignment, colours, format and lines. */
export function StyleFields({ style, inherited = {}, onChange, shape = false }: Props) {
  if (shape)
    return (
      <LineFields
        label={t('properties.line')}
        line={style.pen}
        onChange={(pen) => onChange({ pen })}
        style={style}
        onStyle={onChange}
      />
    );
  return (
    <>
      <Beside>
        <TextInput
          label={t('properties.font')}
          size="xs"
          placeholder={inherited.font ?? 'Noto Sans'}
          value={style.font ?? ''}
          onChange={(event) => onChange({ font: event.currentTarget.value || undefined })}
        />
        <NumberField
          label={t('properties.size')}
          value={style.size}
          placeholder={String(inherited.size ?? 10)}
          min={1}
          step={0.5}
          onChange={(size) => onChange({ size })}
        />
      </Beside>
      <Group gap={4}>
        {MARKS.map(([mark, MarkIcon]) => {
          const isOn = style[mark] ?? inherited[mark] ?? false;
          return (
            <Tooltip key={mark} label={t(`properties.${mark}`)}>
              <ActionIcon
                variant={isOn ? 'filled' : 'default'}
                aria-label={t(`properties.${mark}`)}
                aria-pressed={isOn}
                onClick={() => onChange({ [mark]: !isOn })}
              >
                <MarkIcon size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
          );
        })}
        <SegmentedControl
          size="xs"
          aria-label={t('properties.align')}
          value={style.align ?? inherited.align ?? 'left'}
          onChange={(align) => onChange({ align: align as (typeof ALIGNMENTS)[number][0] })}
          data={ALIGNMENTS.map(([value, AlignIcon]) => ({
            value,
            label: (
              <AlignIcon
                size={15}
                aria-label={t(`properties.aligned.${value}`)}
                style={{ display: 'block' }}
              />
            ),
          }))}
        />
      </Group>
      <Beside>
        <ColorField
          label={t('properties.color')}
          value={style.color}
          onChange={(color) => onChange({ color })}
        />
        <ColorField
          label={t('properties.background')}
          value={style.background}
          onChange={(background) => onChange({ background })}
        />
        <ChoiceField
          label={t('properties.vertical')}
          value={style.verticalAlign}
          none={t('properties.inherited')}
          choices={(['top', 'middle', 'bottom'] as const).map((value) => ({
            value,
            label: t(`properties.aligned.${value}`),
          }))}
          onChange={(verticalAlign) => onChange({ verticalAlign })}
        />
        <TextInput
          label={t('properties.pattern')}
          size="xs"
          placeholder={inherited.pattern ?? '#,##0.00'}
          value={style.pattern ?? ''}
          onChange={(event) => onChange({ pattern: event.currentTarget.value || undefined })}
        />
        <NumberField
          label={t('properties.padding')}
          value={style.padding?.left}
          placeholder={String(inherited.padding?.left ?? 0)}
          onChange={(side) =>
            onChange({
              padding: side === undefined ? undefined : { top: side, right: side, bottom: side, left: side },
            })
          }
        />
      </Beside>
      <LineFields
        label={t('properties.borderBelow')}
        line={style.border?.bottom}
        onChange={(bottom) => onChange({ border: { ...style.border, bottom } })}
      />
    </>
  );
}

interface LineFieldsProps {
  label: string;
  line: Border | undefined;
  onChange: (line: Border | undefined) => void;
  /** Given for shapes, which have an area too. */
  style?: ElementStyle;
  onStyle?: (change: ElementStyle) => void;
}

function LineFields({ label, line, onChange, style, onStyle }: LineFieldsProps) {
  const full: Border = line ?? { width: 1, color: '#000000', style: 'solid' };
  return (
    <Beside>
      <NumberField
        label={t('properties.lineWidth', { label })}
        value={line?.width}
        placeholder="0"
        step={0.25}
        onChange={(width) => onChange(width === undefined || width === 0 ? undefined : { ...full, width })}
      />
      <ChoiceField
        label={t('properties.lineStyle', { label })}
        value={line?.style}
        none={t('properties.inherited')}
        choices={BORDER_STYLES.map((value) => ({ value, label: t(`properties.lines.${value}`) }))}
        onChange={(kind) => onChange(kind && { ...full, style: kind })}
      />
      <ColorField
        label={t('properties.lineColor', { label })}
        value={line?.color}
        onChange={(color) => onChange(color === undefined ? undefined : { ...full, color })}
      />
      {style && onStyle ? (
        <ColorField
          label={t('properties.background')}
          value={style.background}
          onChange={(background) => onStyle({ background })}
        />
      ) : null}
    </Beside>
  );
}
