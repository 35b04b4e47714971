/** What a test may change of its process, as it is now. Returns a function that restores it for the next file. */
export function saveProcessState() {
  const env = { ...process.env };
  const cwd = process.cwd();
  const umask = process.umask();
  const listeners = new Map(
    process.eventNames().map((event) => [event, new Set(process.rawListeners(event))]),
  );
  return () => {
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    process.chdir(cwd);
    process.umask(umask);
    process.exitCode = undefined;
    for (const event of process.eventNames()) {
      const added = process.rawListeners(event).filter((listener) => !listeners.get(event)?.has(listener));
      for (const listener of added) process.off(event, listener);
    }
  };
}
