import { basePath, requestJson } from '@cairn/ui';
import type { OfferedList } from '../../../src/features/pages/island-data.ts';
import type { FilledRequest } from './offer-request.ts';

interface Answer {
  success: boolean;
  message: string;
  projects?: { sel_label: string }[];
  geopackages?: { sel_label: string }[];
}

/** By the names that people know. @throws Error with a sentence */
export async function fetchOffers(
  { action, fields }: FilledRequest,
  { list, signal }: { list: OfferedList['list']; signal: AbortSignal },
): Promise<string[]> {
  const request = { method: 'POST', body: new URLSearchParams(fields), signal };
  const answer = await requestJson<Answer>(`${basePath()}/admin/action/${action}`, request);
  if (!answer.success) throw new Error(answer.message);
  return (answer[list] ?? []).map(({ sel_label: label }) => label);
}
