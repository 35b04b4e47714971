import type { AuditEvent } from '../../api.ts';

type Entry = Pick<AuditEvent, 'event' | 'actor_name' | 'subject_type' | 'subject_name' | 'subject_id'>;

/** An audit event in words: "User created: ines, by admin". Event names are `<noun>.<verb in the past>`. */
export function eventSentence(entry: Entry): string {
  const words = entry.event.replaceAll(/[._]/g, ' ');
  const what = words.charAt(0).toUpperCase() + words.slice(1);
  const number = entry.subject_id ? `${entry.subject_type ?? ''} ${entry.subject_id}`.trim() : null;
  const subject = entry.subject_name ?? number;
  const about = subject && subject !== entry.actor_name ? `${what}: ${subject}` : what;
  return entry.actor_name ? `${about}, by ${entry.actor_name}` : about;
}
