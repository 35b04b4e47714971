export interface Device {
  browser: string | null;
  system: string | null;
  mobile: boolean;
}

const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/curl\//, 'curl'],
];

const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** What a person would call the program that a session belongs to. Null where the string says nothing known. */
export function deviceOf(userAgent: string): Device {
  const find = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
  return {
    browser: find(browsers),
    system: find(systems),
    mobile: /Mobile|Android|iPhone|iPad/.test(userAgent),
  };
}
