export { createTestDatabase } from './test-database.ts';
export type { TestDatabase } from './test-database.ts';
export { createSampleDatabase } from './sample-database.ts';
export type { SampleDatabase } from './sample-database.ts';
export { listen, serveTestApp, SERVICE_SECRET, startTestApp } from './test-app.ts';
export type { TestAppOptions } from './test-app.ts';
export { createTestRegistry } from './test-registry.ts';
export type { TestRegistry } from './test-registry.ts';
export { testRedisUrl } from './test-redis.ts';
export { startTestRedis } from './test-redis-server.ts';
export type { TestRedis } from './test-redis-server.ts';
export { contractRoutes, named } from './contract-routes.ts';
export type { ContractRoute } from './contract-routes.ts';
export { ask, bodyOf } from './ask.ts';
export type { Answer, Question } from './ask.ts';
export { grant, registerService, signUp } from './people.ts';
export type { Grant, NewPerson, Permission, Person } from './people.ts';
export { startTestReportEngine } from './test-report-engine.ts';
export type { TestReportEngine } from './test-report-engine.ts';
export { startTestPublisher } from './publisher/test-publisher.ts';
export type { TestPublisher } from './publisher/test-publisher.ts';
export { startTestGeoNode } from './geonode/test-geonode.ts';
export type { TestGeoNode } from './geonode/test-geonode.ts';
export { startTestGeoServer } from './test-geoserver.ts';
export type { BeforeGeoServer, TestGeoServer } from './test-geoserver.ts';
export { startTestMartin } from './test-martin.ts';
export type { TestMartin } from './test-martin.ts';
export { startTestServer } from './test-server.ts';
export type { TestServer } from './test-server.ts';
export { freePort } from './free-port.ts';
export { mountSmallDisk } from './small-disk.ts';
export { openStatementRelay } from './statement-relay.ts';
export { readRows } from './read-rows.ts';
export { startService } from './running-service.ts';
export { createSelfSignedCertificate } from './self-signed-certificate.ts';
export { everythingStored, secretsIn, watchArguments } from './secret-search.ts';
export { sendThenRead } from './send-then-read.ts';
export type { RunningService } from './running-service.ts';
export { until } from './until.ts';
export { startKoop } from './koop-feature-service.ts';
export type { KoopFeatureService, KoopLayer } from './koop-feature-service.ts';
export { startTestFeatureService } from './test-feature-service.ts';
export type { ServiceRequest, TestFeatureService, TestServiceLayer } from './test-feature-service.ts';
export { startTestMailServer } from './mail/test-mail-server.ts';
export type { MailFault, TestMail, TestMailServer, TestMailServerOptions } from './mail/test-mail-server.ts';
export { htmlPage, serveWithFaults, tooManyRequests } from './faults/fault-injector.ts';
export type { FaultyServer } from './faults/fault-injector.ts';
export type { ActiveFault, Fault, FaultRule, FaultyHandler, RecordedRequest } from './faults/types.ts';
export { startTestQFieldCloud } from './qfieldcloud/test-qfieldcloud.ts';
export type {
  NewQfcProject,
  TestQFieldCloud,
  TestQFieldCloudOptions,
} from './qfieldcloud/test-qfieldcloud.ts';
export { addTable, createGeopackage, insertRows, openGeopackage } from './geopackage/create-geopackage.ts';
export type { TestTable } from './geopackage/create-geopackage.ts';
export { geometryBlob, lineBlob, pointBlob, polygonBlob, wkb } from './geopackage/geometry-blobs.ts';
export { createDiff } from './mergin-maps/geopackage-diff.ts';
export { startTestMerginMaps } from './mergin-maps/test-mergin-maps.ts';
export type { TestMerginMaps } from './mergin-maps/test-mergin-maps.ts';
export type {
  MerginQuirk,
  TestMerginMapsSettings,
  TestMerginProject,
  VersionChange,
} from './mergin-maps/types.ts';
export { sendFile } from './send-file.ts';
export { startTestOidcProvider } from './oidc/test-oidc-provider.ts';
export type { TestOidcProvider } from './oidc/test-oidc-provider.ts';
export { startTestUpstream } from './test-upstream.ts';
export type { SeenRequest, TestUpstream, UpstreamReply } from './test-upstream.ts';
