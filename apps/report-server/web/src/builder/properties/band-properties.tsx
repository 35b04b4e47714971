import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import { useBuilder } from '../builder-context.tsx';
import { bandName } from '../canvas/describe.ts';
import { listLanes, removeBand, updateBand } from '../model/bands.ts';
import { ExpressionField } from './expression-field.tsx';
import { ChoiceField, NumberField } from './inputs.tsx';
import { Section } from './section.tsx';
import styles from './properties.module.css';

/** A band: its height, and when and how it is printed. */
export function BandProperties({ path }: { path: string }) {
  const { template, edit, select } = useBuilder();
  const lane = listLanes(template).find((each) => each.path === path);
  if (!lane) return null;
  const { band, kind, group } = lane;
  const change = (changed: Parameters<typeof updateBand>[2]) =>
    edit((now) => updateBand(now, path, changed), { joint: `${path} ${Object.keys(changed).join()}` });
  return (
    <>
      <div className={styles.head}>
        <h2>{bandName(lane, template.groups)}</h2>
      </div>
      <p>{t(`builder.aboutBands.${kind}`)}</p>
      <Section title={t('properties.band')}>
        <NumberField
          label={t('properties.heightPoints')}
          value={band.height}
          onChange={(height) => change({ height: height ?? 0 })}
        />
        <ChoiceField
          label={t('properties.split')}
          value={band.split ?? 'stretch'}
          choices={(['stretch', 'prevent', 'immediate'] as const).map((value) => ({
            value,
            label: t(`properties.splits.${value}`),
          }))}
          onChange={(split) => split && change({ split })}
        />
        <ExpressionField
          label={t('properties.printWhen')}
          description={t('properties.printWhenHint')}
          value={band.printWhen}
          expected="boolean"
          onChange={(printWhen) => change({ printWhen } as Parameters<typeof updateBand>[2])}
        />
        {group === undefined ? null : (
          <Button variant="default" size="xs" onClick={() => select({ kind: 'groups', index: group })}>
            {t('properties.openGroup')}
          </Button>
        )}
        <Button
          variant="light"
          color="red"
          size="xs"
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={() => edit((now) => removeBand(now, path), { select: { kind: 'report' } })}
        >
          {t('properties.removeBand')}
        </Button>
      </Section>
    </>
  );
}
