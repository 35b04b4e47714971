/** An address out of the environment, or a sentence on how to get one. */
export function requiredAddress(variable: string): string {
  const address = process.env[variable];
  if (!address) {
    throw new Error(
      `${variable} is not set. Run tests with "npx nx test <project>" or "node tools/with-stack.ts -- <command>".`,
    );
  }
  return address;
}
