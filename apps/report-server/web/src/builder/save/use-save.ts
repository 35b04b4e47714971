import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Template } from '@cairn/report-engine/browser';
import { notifyDone, notifyError, t } from '@cairn/ui';
import { builderRoute } from '../../library/addresses.ts';
import { TemplateRefused } from '../../library/template-request.ts';
import type { Report, TemplateFinding } from '../../library/types.ts';
import { reportsKey } from '../../library/use-reports.ts';
import type { Builder } from '../builder-context.tsx';
import { saveReport } from './save-report.ts';

/** Saving what is in the builder: a new report is named first, and a version of someone else is never lost unseen. */
export function useSave({ template, edit }: Builder, opened: Report | null) {
  const [report, setReport] = useState(opened);
  const [findings, setFindings] = useState<readonly TemplateFinding[] | null>(null);
  const [stale, setStale] = useState<Report | null>(null);
  const [isNaming, setNaming] = useState(false);
  const [isSaving, setSaving] = useState(false);
  // Not state: leaving the page right after saving asks no question.
  const saved = useRef<Template | null>(opened?.template ?? null);
  const navigate = useNavigate();
  const queries = useQueryClient();

  function finished(next: Report, kept: Template): void {
    saved.current = kept;
    setReport(next);
    setFindings(next.findings);
    notifyDone(t('save.done', { number: next.version }));
    void queries.invalidateQueries({ queryKey: [...reportsKey, 'all'] });
  }

  function failed(error: unknown): void {
    if (error instanceof TemplateRefused) setFindings(error.findings);
  }

  async function save(revision = report?.version): Promise<void> {
    if (report === null || revision === undefined) {
      setNaming(true);
      return;
    }
    setSaving(true);
    try {
      const answer = await saveReport(report, { template, revision });
      if (answer.kind === 'stale') setStale(answer.current);
      else finished(answer.report, template);
    } catch (error) {
      failed(error);
      notifyError(error);
    } finally {
      setSaving(false);
    }
  }

  return {
    report,
    findings,
    stale,
    isNaming,
    isSaving,
    isUnsaved: () => template !== saved.current,
    save,
    failed,
    closeNaming: () => setNaming(false),
    closeStale: () => setStale(null),
    created(next: Report): void {
      setNaming(false);
      finished(next, template);
      void navigate(builderRoute(next.key), { replace: true });
    },
    keepMine(): void {
      const current = stale;
      setStale(null);
      if (current) void save(current.version);
    },
    takeTheirs(): void {
      const theirs = stale?.template;
      if (!stale || !theirs) return;
      saved.current = theirs;
      setReport(stale);
      setStale(null);
      edit(() => theirs, { select: { kind: 'report' } });
    },
  };
}
