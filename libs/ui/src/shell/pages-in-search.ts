export interface SearchPage {
  title: string;
  /** Address as the browser sees it. */
  href: string;
  keywords?: string;
  adminOnly?: boolean;
  userOnly?: boolean;
  /** Only for those who may edit in this service. */
  editorOf?: string;
}

let provide: () => SearchPage[] = () => [];

/** Names the pages of this app that search should find besides the rail's. */
export function setPagesInSearch(pages: () => SearchPage[]): void {
  provide = pages;
}

export function extraPages(): SearchPage[] {
  return provide();
}
