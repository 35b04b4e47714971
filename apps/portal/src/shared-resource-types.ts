/** Types of resources that several services keep: a report is rendered by one service, and scheduled and sent by another. */
export const SHARED_RESOURCE_TYPES: ReadonlyMap<string, readonly string[]> = new Map([
  ['report', ['report-server', 'report-mgmt']],
]);

/** The services that may change a resource: the one that registered it and, for a shared type, the others that keep that type. */
export function keepingServices(resource: { resourceType: string; service: string }): readonly string[] {
  const services = SHARED_RESOURCE_TYPES.get(resource.resourceType);
  return services?.includes(resource.service) ? services : [resource.service];
}
