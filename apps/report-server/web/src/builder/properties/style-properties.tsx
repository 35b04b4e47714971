import { Switch } from '@mantine/core';
import type { ElementStyle } from '@cairn/report-engine/browser';
import { t } from '@cairn/ui';
import { useBuilder } from '../builder-context.tsx';
import { changeStyle, styleOf } from '../model/styles.ts';
import { EntryHead } from './entry-head.tsx';
import { ChoiceField } from './inputs.tsx';
import { NameField } from './name-field.tsx';
import { Section } from './section.tsx';
import { StyleFields } from './style-fields.tsx';
import { useEntry } from './use-entry.ts';

const BLANK = { id: '', kind: 'text', text: '', x: 0, y: 0, width: 0, height: 0 } as const;

/** A named style: a look that many elements share. */
export function StyleProperties({ index }: { index: number }) {
  const { template } = useBuilder();
  const { entry, change } = useEntry('styles', index);
  const { name, parent, isDefault, conditions, ...look } = entry;
  const inherited = styleOf({ ...BLANK, ...(parent !== undefined && { style: parent }) }, template.styles);

  function changeLook(changed: ElementStyle): void {
    const next = changeStyle(look, changed);
    const gone = Object.fromEntries(Object.keys(look).map((key) => [key, undefined]));
    change({ ...gone, ...next });
  }

  return (
    <>
      <EntryHead list="styles" index={index} />
      <Section title={t('properties.general')}>
        <NameField
          value={name}
          word={false}
          taken={template.styles.map((style) => style.name)}
          onChange={(next) => change({ name: next })}
        />
        <ChoiceField
          label={t('properties.parent')}
          value={parent}
          none={t('properties.noStyle')}
          choices={template.styles
            .filter((style) => style.name !== name)
            .map((style) => ({ value: style.name, label: style.name }))}
          onChange={(next) => change({ parent: next })}
        />
        <Switch
          label={t('properties.isDefault')}
          checked={isDefault ?? false}
          onChange={(event) => change({ isDefault: event.currentTarget.checked || undefined })}
        />
        {conditions && conditions.length > 0 ? (
          <span>{t('properties.conditions', { count: conditions.length })}</span>
        ) : null}
      </Section>
      <Section title={t('properties.look')}>
        <StyleFields style={look} inherited={inherited} onChange={changeLook} />
      </Section>
    </>
  );
}
