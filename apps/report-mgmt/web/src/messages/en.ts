/** The sentences of the pages, a file for each area. A translation is a copy in another language. */
export const messages = {};
