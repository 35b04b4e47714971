import { t } from '@cairn/ui';
import type { AuditEvent } from '../../api.ts';

type Entry = Pick<AuditEvent, 'event' | 'actor_name' | 'subject_type' | 'subject_name' | 'subject_id'>;

/** An audit event in words: "User added: ines, by admin". An event that is new to these pages is shown by its name. */
export function eventSentence(entry: Entry): string {
  const what = eventName(entry.event);
  const number = entry.subject_id ? `${entry.subject_type ?? ''} ${entry.subject_id}`.trim() : null;
  const subject = entry.subject_type === 'session' ? entry.subject_name : (entry.subject_name ?? number);
  const about = subject && subject !== entry.actor_name ? `${what}: ${subject}` : what;
  return entry.actor_name ? t('audit.by', { what: about, actor: entry.actor_name }) : about;
}

/** What kind of event it is, in words. */
export function eventName(event: string): string {
  const words = event.replaceAll(/[._]/g, ' ');
  const named = words.charAt(0).toUpperCase() + words.slice(1);
  return t(`auditEvents.${event.replaceAll('.', '_')}`, { defaultValue: named });
}
