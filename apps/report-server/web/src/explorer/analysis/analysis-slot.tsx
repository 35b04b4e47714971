import { lazy, Suspense } from 'react';
import { addMessages, LoadingRows } from '@cairn/ui';

const AnalysisPanel = lazy(async () => {
  const [{ analysisMessages }, { AnalysisPanel: panel }] = await Promise.all([
    import('../../messages/en/analysis.ts'),
    import('./analysis-panel.tsx'),
  ]);
  addMessages(analysisMessages);
  return { default: panel };
});

/** The panel of the analyses, which is loaded when it is first opened. */
export function AnalysisSlot() {
  return (
    <Suspense fallback={<LoadingRows rows={6} height={40} />}>
      <AnalysisPanel />
    </Suspense>
  );
}
