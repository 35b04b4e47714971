import { Radio, Stack, TextInput } from '@mantine/core';
import { t } from '@cairn/ui';
import { nameProblem } from '../../datasets/name-check.ts';
import type { ChangeRight } from '../versions/use-change-right.ts';

/** Where the result goes: a dataset of the person's own, or the next version of the one that was read. */
export type Destination = { kind: 'dataset'; name: string } | { kind: 'version' };

interface DestinationChoiceProps {
  value: Destination;
  onChange: (next: Destination) => void;
  /** Dataset that is read, and the number that its next version would have. */
  dataset: string;
  nextVersion: number;
  /** Whether the person may add a version to the dataset that is read. */
  versionRight: ChangeRight;
  /** Name that the new dataset gets unless another one is typed. */
  suggestedName: string;
}

export function DestinationChoice(props: DestinationChoiceProps) {
  const { value, onChange, dataset, nextVersion, versionRight, suggestedName } = props;
  const problem = value.kind === 'dataset' ? nameProblem(value.name) : null;
  return (
    <Stack gap="xs">
      <Radio.Group
        label={t('derive.destination.label')}
        value={value.kind}
        onChange={(kind) =>
          onChange(kind === 'version' ? { kind } : { kind: 'dataset', name: suggestedName })
        }
      >
        <Stack gap={6} mt={6}>
          <Radio value="dataset" label={t('derive.destination.dataset')} />
          <Radio
            value="version"
            disabled={!versionRight.allowed}
            label={t('derive.destination.version', { version: nextVersion, dataset })}
            description={versionRight.reason ?? t('derive.destination.versionHint')}
          />
        </Stack>
      </Radio.Group>
      {value.kind === 'dataset' ? (
        <TextInput
          label={t('derive.destination.name')}
          required
          autoComplete="off"
          spellCheck={false}
          value={value.name}
          error={problem ? t(`nameProblem.${problem}`) : null}
          onChange={(event) => onChange({ kind: 'dataset', name: event.currentTarget.value })}
        />
      ) : null}
    </Stack>
  );
}
