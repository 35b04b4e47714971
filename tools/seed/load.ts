export async function loadSampleData(_request: {
  url: string;
  adminPassword: string;
  userPassword: string;
}): Promise<void> {}
