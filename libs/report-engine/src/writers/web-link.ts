/** The address of a link that documents may open; null for all but web and mail addresses. */
export function webLink(link: string | undefined): string | null {
  return link !== undefined && /^(https?:\/\/|mailto:)\S+$/i.test(link) ? link : null;
}
