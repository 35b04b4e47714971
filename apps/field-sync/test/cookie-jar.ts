export type CookieJar = ReturnType<typeof createCookieJar>;

/** The cookies of a browser by name, whatever their path. */
export function createCookieJar() {
  const cookies = new Map<string, string>();
  return {
    cookies,
    /** For a request. */
    headers: (): Record<string, string> =>
      cookies.size === 0
        ? {}
        : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    /** Takes the cookies of an answer. */
    keep(headers: Headers): void {
      for (const text of headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text)!;
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
    },
  };
}
