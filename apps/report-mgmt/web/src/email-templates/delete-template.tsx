import { ConfirmDanger, t } from '@cairn/ui';
import type { EmailTemplate } from '../client.ts';

interface DeleteTemplateProps {
  /** Null when the dialog is closed. */
  template: EmailTemplate | null;
  busy: boolean;
  onConfirm: (template: EmailTemplate) => void;
  onClose: () => void;
}

/** Asks before a template is deleted that schedules use: deleting cannot be undone for them. */
export function DeleteTemplate({ template, busy, onConfirm, onClose }: DeleteTemplateProps) {
  return (
    <ConfirmDanger
      opened={template !== null}
      title={t('emailTemplates.deleteAsk', { name: template?.name })}
      action={t('emailTemplates.delete')}
      busy={busy}
      onConfirm={() => template && onConfirm(template)}
      onClose={onClose}
    >
      {t('emailTemplates.deleteUsed', { count: template?.schedules ?? 0 })}
    </ConfirmDanger>
  );
}
