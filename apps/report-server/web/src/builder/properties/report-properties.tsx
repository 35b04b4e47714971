import { Switch, Textarea, TextInput } from '@mantine/core';
import type { PageSetup, Template } from '@cairn/report-engine/browser';
import { t } from '@cairn/ui';
import { useBuilder } from '../builder-context.tsx';
import { withoutEmpty } from '../model/bands.ts';
import { ChoiceField, NumberField } from './inputs.tsx';
import { Beside, Section } from './section.tsx';
import styles from './properties.module.css';

const SIZES = ['A3', 'A4', 'A5', 'Letter', 'Legal'] as const;

/** The report as a whole, and its page. */
export function ReportProperties() {
  const { template, edit } = useBuilder();
  const { page } = template;
  const change = (changed: { [Key in keyof Template]?: Template[Key] | undefined }) =>
    edit((now) => withoutEmpty({ ...now, ...changed }) as Template, {
      joint: `report ${Object.keys(changed).join()}`,
    });
  const changePage = (changed: Partial<PageSetup>) => change({ page: { ...page, ...changed } });
  return (
    <>
      <div className={styles.head}>
        <h2>{t('properties.report')}</h2>
      </div>
      <Section title={t('properties.general')}>
        <TextInput
          label={t('properties.title')}
          size="xs"
          value={template.title}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        <Textarea
          label={t('properties.description')}
          size="xs"
          autosize
          minRows={2}
          value={template.description ?? ''}
          onChange={(event) => change({ description: event.currentTarget.value || undefined })}
        />
        <TextInput
          label={t('properties.language')}
          description={t('properties.languageHint')}
          size="xs"
          value={template.lang ?? ''}
          onChange={(event) => change({ lang: event.currentTarget.value || undefined })}
        />
      </Section>
      <Section title={t('properties.page')}>
        <Beside>
          <ChoiceField
            label={t('properties.paper')}
            value={typeof page.size === 'string' ? page.size : 'custom'}
            choices={[
              ...SIZES.map((value) => ({ value: value as string, label: value })),
              { value: 'custom', label: t('properties.ownSize') },
            ]}
            onChange={(size) =>
              size && changePage({ size: size === 'custom' ? { width: 595, height: 842 } : (size as 'A4') })
            }
          />
          <ChoiceField
            label={t('properties.orientation')}
            value={page.orientation}
            choices={(['portrait', 'landscape'] as const).map((value) => ({
              value,
              label: t(`properties.orientations.${value}`),
            }))}
            onChange={(orientation) => orientation && changePage({ orientation })}
          />
          {typeof page.size === 'string' ? null : (
            <OwnSize size={page.size} onChange={(size) => changePage({ size })} />
          )}
          {(['top', 'right', 'bottom', 'left'] as const).map((side) => (
            <NumberField
              key={side}
              label={t(`properties.margins.${side}`)}
              value={page.margins[side]}
              onChange={(value) => changePage({ margins: { ...page.margins, [side]: value ?? 0 } })}
            />
          ))}
          <NumberField
            label={t('properties.columns')}
            value={page.columns?.count ?? 1}
            min={1}
            onChange={(count = 1) =>
              changePage({ columns: { spacing: 10, ...page.columns, count: Math.round(count) } })
            }
          />
        </Beside>
      </Section>
      <Section title={t('properties.behaviour')} closed>
        <ChoiceField
          label={t('properties.whenNoData')}
          value={template.whenNoData ?? 'message'}
          choices={(['message', 'noData', 'allBands'] as const).map((value) => ({
            value,
            label: t(`properties.noDataChoices.${value}`),
          }))}
          onChange={(whenNoData) => change({ whenNoData })}
        />
        <Switch
          label={t('properties.titleOnNewPage')}
          checked={template.titleOnNewPage ?? false}
          onChange={(event) => change({ titleOnNewPage: event.currentTarget.checked || undefined })}
        />
        <Switch
          label={t('properties.summaryOnNewPage')}
          checked={template.summaryOnNewPage ?? false}
          onChange={(event) => change({ summaryOnNewPage: event.currentTarget.checked || undefined })}
        />
      </Section>
    </>
  );
}

interface OwnSizeProps {
  size: { width: number; height: number };
  onChange: (size: { width: number; height: number }) => void;
}

function OwnSize({ size, onChange }: OwnSizeProps) {
  return (
    <>
      <NumberField
        label={t('properties.width')}
        value={size.width}
        min={1}
        onChange={(width) => onChange({ ...size, width: width ?? size.width })}
      />
      <NumberField
        label={t('properties.height')}
        value={size.height}
        min={1}
        onChange={(height) => onChange({ ...size, height: height ?? size.height })}
      />
    </>
  );
}
