/** A resource type for readers: `vault_dataset` of the service vault is "Dataset". */
export function resourceTypeName(type = '', service = ''): string {
  const name = type.replace(`${service}_`, '').replaceAll('_', ' ');
  return name.charAt(0).toUpperCase() + name.slice(1);
}
