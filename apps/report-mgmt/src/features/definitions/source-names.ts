/** Strings, quoted names, comments, dollar quotes and casts, in which a colon names nothing; else a `:name`. */
const TOKEN =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|::|:([A-Za-z_]\w*)/g;

/** The parameters that a statement names as `:name`, each once. */
export function namesIn(sql: string): string[] {
  const names = [...sql.matchAll(TOKEN)].flatMap(([, , name]) => name ?? []);
  return [...new Set(names)];
}

const SQL_SOURCE = /^\s*sql:/i;

/** The statement of a `sql:` source; null for other sources. */
export function statementOf(source: unknown): string | null {
  return typeof source === 'string' && SQL_SOURCE.test(source) ? source.replace(SQL_SOURCE, '').trim() : null;
}
