import { Button, Switch } from '@mantine/core';
import { t } from '@cairn/ui';
import { useBuilder } from '../builder-context.tsx';
import { addBand } from '../model/bands.ts';
import { EntryHead } from './entry-head.tsx';
import { ExpressionField } from './expression-field.tsx';
import { NumberField } from './inputs.tsx';
import { NameField } from './name-field.tsx';
import { Section } from './section.tsx';
import { useEntry } from './use-entry.ts';

const SWITCHES = ['reprintHeader', 'keepTogether', 'startNewPage', 'resetPageNumber'] as const;

/** A group: rows with the same value, with a header and a footer. */
export function GroupProperties({ index }: { index: number }) {
  const { template, edit } = useBuilder();
  const { entry, change } = useEntry('groups', index);
  const open = (side: 'header' | 'footer') => {
    const path = `$.groups[${index}].${side}`;
    edit((now) => addBand(now, path), { select: { kind: 'band', path } });
  };
  return (
    <>
      <EntryHead list="groups" index={index} />
      <p>{t('properties.groupHint')}</p>
      <Section title={t('properties.general')}>
        <NameField
          value={entry.name}
          taken={template.groups.map(({ name }) => name)}
          onChange={(name) => change({ name })}
        />
        <ExpressionField
          label={t('properties.groupBy')}
          value={entry.expression}
          onChange={(expression) => change({ expression: expression ?? '' })}
        />
        {SWITCHES.map((name) => (
          <Switch
            key={name}
            label={t(`properties.${name}`)}
            checked={entry[name] ?? false}
            onChange={(event) => change({ [name]: event.currentTarget.checked || undefined })}
          />
        ))}
        <NumberField
          label={t('properties.minHeight')}
          value={entry.minHeightToStartNewPage}
          onChange={(minHeightToStartNewPage) => change({ minHeightToStartNewPage })}
        />
        {(['header', 'footer'] as const).map((side) => (
          <Button key={side} variant="default" size="xs" onClick={() => open(side)}>
            {t(entry[side] ? `properties.open.${side}` : `properties.add.${side}`)}
          </Button>
        ))}
      </Section>
    </>
  );
}
