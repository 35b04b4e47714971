import { t } from '@cairn/ui';
import type { AuditEvent } from '../client.ts';

type Entry = Pick<AuditEvent, 'event' | 'actor_name' | 'subject_type' | 'subject_name' | 'subject_id'>;

/** An audit event in words: "User created: ines, by admin". */
export function eventSentence(entry: Entry): string {
  const what = eventName(entry.event);
  const number = entry.subject_id ? `${entry.subject_type ?? ''} ${entry.subject_id}`.trim() : null;
  const subject = entry.subject_type === 'session' ? entry.subject_name : (entry.subject_name ?? number);
  // The name of a picture is random.
  const isNamed = entry.subject_type !== 'thumbnail' && subject !== entry.actor_name;
  const about = subject && isNamed ? `${what}: ${subject}` : what;
  if (!entry.actor_name) return about;
  const [, service] = /^service:(.+)$/.exec(entry.actor_name) ?? [];
  const actor = service ? t('audit.service', { name: service }) : entry.actor_name;
  return t('audit.by', { what: about, actor });
}

/** The event type in words; types that are missing in the messages are shown by their names. */
export function eventName(event: string): string {
  const words = event.replaceAll(/[._]/g, ' ');
  const named = words.charAt(0).toUpperCase() + words.slice(1);
  return t(`auditEvents.${event.replaceAll('.', '_')}`, { defaultValue: named });
}
