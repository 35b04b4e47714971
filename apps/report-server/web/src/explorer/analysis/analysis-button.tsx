import { Button } from '@mantine/core';
import { IconChartDots3 } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import { hasPlaces } from '../export/export-formats.ts';
import { useExplorer } from '../state/explorer-context.tsx';

export const ANALYSIS_BUTTON = 'analysis-button';

/** Opens and closes the analyses of the table; nothing where it has no geometry that says where it is. */
export function AnalysisButton() {
  const { source, state, change } = useExplorer();
  if (!hasPlaces(source.metadata)) return null;
  const isOpen = state.analysis !== '';
  return (
    <Button
      id={ANALYSIS_BUTTON}
      variant={isOpen ? 'light' : 'default'}
      aria-expanded={isOpen}
      leftSection={<IconChartDots3 size={16} aria-hidden />}
      onClick={() => change({ analysis: isOpen ? '' : 'open' })}
    >
      {t('layout.analyse')}
    </Button>
  );
}
