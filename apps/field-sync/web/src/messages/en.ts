/** The server renders the texts of the pages. */
export const messages = {};
