import { gisPublish } from '../topology.ts';
import type { ServiceTopology } from '../topology.ts';
import { renderGisPublishContainer } from './gis-publish.ts';
import { renderMartinContainer } from './martin.ts';
import { SECRETS_FOLDER, secretFileVariable } from './secret-files.ts';
import { internalUrl, webVariables } from './kubernetes.ts';

const KEYS_MISSING = 'keys that encrypt stored passwords, such as 2026a:<32 bytes in base64>';

/** The whole platform on one machine: PostgreSQL, Valkey, each service with its migration and worker, and nginx. */
export function renderCompose(services: readonly ServiceTopology[]): string {
  return `# Generated from libs/topology by "node tools/deploy/generate.ts". Change those, not this file.
# The whole of Cairn on one machine with containers:
#   cp docker/example.env docker/.env   (and put your own secrets in it)
#   docker compose -f docker/compose.yaml up --build
name: cairn

x-service: &service
  restart: unless-stopped
  environment: &environment
    NODE_ENV: production
    HOST: 0.0.0.0
    PUBLIC_URL: \${PUBLIC_URL:?the address under which people reach Cairn}
${services.map((service) => `    ${service.addressVariable}: ${internalUrl(service)}`).join('\n')}
    TRUSTED_PROXIES: 172.16.0.0/12,192.168.0.0/16,10.0.0.0/8
    SERVICE_SECRET: \${SERVICE_SECRET:?at least 32 random characters}

services:
  postgres:
    image: postgis/postgis:17-3.5
    restart: unless-stopped
    environment:
      POSTGRES_PASSWORD: \${POSTGRES_PASSWORD:?}
      POSTGRES_DB: cairn
${services.map(({ schema }) => `      ${passwordVariable(schema)}: \${${passwordVariable(schema)}:?}`).join('\n')}
    volumes:
      - postgres:/var/lib/postgresql/data
      - ./postgres-init.sh:/docker-entrypoint-initdb.d/20-cairn.sh:ro
    healthcheck:
      test: [CMD-SHELL, pg_isready -h 127.0.0.1 -U postgres -d cairn]
      interval: 5s
      retries: 20

  redis:
    image: valkey/valkey:8-alpine
    restart: unless-stopped
    command: [valkey-server, --appendonly, 'yes', --appendfsync, everysec, --maxmemory-policy, noeviction]
    volumes: [redis:/data]
    healthcheck:
      test: [CMD, valkey-cli, ping]
      interval: 5s
      retries: 20

${services.map(serviceProcesses).join('\n')}
${renderGisPublishContainer()}
${renderMartinContainer()}
  front:
    image: nginxinc/nginx-unprivileged:1.28-alpine
    restart: unless-stopped
    ports: ['\${CAIRN_PORT:-8080}:8080']
    environment:
      CAIRN_TRUSTED_PROXIES: \${CAIRN_TRUSTED_PROXIES:-}
    volumes:
      - ./nginx/cairn.conf:/etc/nginx/conf.d/default.conf:ro
      - ./nginx/trusted-proxies.sh:/docker-entrypoint.d/40-trusted-proxies.sh:ro
    depends_on: [${services.map(({ name }) => name).join(', ')}]

volumes:
  postgres: {}
  redis: {}
${[...services, gisPublish].map(({ name }) => `  ${name}-files: {}`).join('\n')}

# Files on this machine; empty where docker/.env names none.
secrets:
${services
  .flatMap(({ secretFiles }) => Object.values(secretFiles))
  .map((secret) => `  ${secret}: { file: '\${${secretFileVariable(secret)}:-/dev/null}' }`)
  .join('\n')}
`;
}

/** What an operator copies to docker/.env and fills in. */
export function renderEnvironmentExample(services: readonly ServiceTopology[]): string {
  return `# Generated from libs/topology by "node tools/deploy/generate.ts". Change those, not this file.
# Copy to docker/.env and fill in; services refuse to start with an empty or short secret.
# openssl rand -hex 32 makes a good one.
PUBLIC_URL=http://localhost:8080
CAIRN_PORT=8080
# Addresses or networks of the proxies before Cairn, such as 172.18.0.1 or 10.0.0.0/8; empty without a proxy.
CAIRN_TRUSTED_PROXIES=
SERVICE_SECRET=
# Encrypt the passwords that users store; the first key encrypts, all decrypt:  echo "2026a:$(openssl rand -base64 32)"
ENCRYPTION_KEYS=
# Docker's default profile permits no sandbox for GDAL inside a container. Either accept that (true), or permit one (false, and
# security_opt: [seccomp=unconfined, apparmor=unconfined] on vault, dbadmin and report-server); docs/operations.md says what each means.
ALLOW_UNSANDBOXED_PROGRAMS=
# Private networks to which users may point imports, such as 10.20.0.0/16; empty for none.
OUTBOUND_ALLOWED_CIDRS=
# To publish rasters: http://gis-publish:8887, and start with "docker compose --profile gis"; empty without QGIS Server.
GISPROJ_URL=
# Database services of the vault: the path of a connection service file (pg_service.conf) on this machine, which the account 1000 can
# read. Restart the vault after replacing it.
DATABASE_SERVICES_FILE=
# Tiles of tables from Martin: http://martin:3000, the database as in saved connections (db.example.org:5432/gis), and the address with
# which Martin signs in (postgres://reader:…@db.example.org:5432/gis). Start with "docker compose --profile martin"; empty without Martin.
MARTIN_URL=
MARTIN_DATABASE=
MARTIN_DATABASE_URL=
# Mail server of reports and of field sync with its login, such as smtp://user:password@mail.example.org:587, and the sender; empty:
# nothing is mailed.
SMTP_URL=
MAIL_FROM=
# Zone of schedules and reports that name none, such as Europe/Berlin.
DEFAULT_TIME_ZONE=
# Services to which field sync passes requests on: its analysis service, its form builder, and the service of the form builder's
# sync tree, such as http://analysis:8000; empty for none.
ANALYSIS_URL=
FORMBUILDER_URL=
SYNC_UPSTREAM_URL=
# Login that makes databases for projects of field sync where it has accounts of its own, such as
# postgresql://user:password@host:5432/postgres; people of the portal get them from database administration.
EXPRESS_ADMIN_URL=
# Where field sync publishes projects on the web, and the token to sign in there; empty for nowhere.
PUBLISHER_URL=
PUBLISHER_TOKEN=
# Sites that may show embedded reports and dashboards, such as https://www.example.org; empty for this site only.
EMBED_ORIGINS=
POSTGRES_PASSWORD=
${services.map(({ schema }) => `${passwordVariable(schema)}=`).join('\n')}
BOOTSTRAP_ADMIN_PASSWORD=
`;
}

function serviceProcesses(service: ServiceTopology): string {
  const { name, worker, workerOptions } = service;
  const schemaFirst =
    service.basePath === '' ? 'postgres: { condition: service_healthy }' : migrated('portal');
  return `  ${name}-migrate:
    image: cairn/${name}
    build: &${name}-build
      context: ..
      dockerfile: docker/Dockerfile
      args:
${buildArguments(service)}
    command: [src/migrate.ts]
    environment: &${name}-environment
      <<: *environment
${variables(service)}
    depends_on:
      ${schemaFirst}

  ${name}:
${longRunning(service)}
    build: *${name}-build
${worker ? `\n  ${name}-worker:\n${longRunning(service)}\n    command: [${[...workerOptions, 'src/worker.ts'].join(', ')}]\n` : ''}`;
}

function buildArguments({ name, packages }: ServiceTopology): string {
  const values = [`SERVICE: ${name}`, ...(packages.length === 0 ? [] : [`PACKAGES: ${packages.join(' ')}`])];
  return values.map((value) => `        ${value}`).join('\n');
}

function longRunning({ name, secretFiles }: ServiceTopology): string {
  const secrets = Object.values(secretFiles);
  return `    <<: *service
    image: cairn/${name}
    environment: *${name}-environment
    volumes: [${name}-files:/data]
${secrets.length === 0 ? '' : `    secrets: [${secrets.join(', ')}]\n`}    depends_on:
      ${migrated(name)}
      redis: { condition: service_healthy }`;
}

function migrated(name: string): string {
  return `${name}-migrate: { condition: service_completed_successfully }`;
}

function variables(service: ServiceTopology): string {
  const { schema, basePath, worker, encryptsSecrets, packages, settings, secretFiles } = service;
  const isPortal = basePath === '';
  const database = `postgres://${schema}:\${${passwordVariable(schema)}}@postgres:5432/cairn`;
  const { BASE_PATH, ...own } = webVariables(service);
  const values = {
    ...own,
    ...(isPortal ? {} : { BASE_PATH }),
    DATABASE_URL: database,
    ...(isPortal ? {} : { CENTRAL_DATABASE_URL: database }),
    ...(worker ? { REDIS_URL: 'redis://redis:6379' } : {}),
    ...(encryptsSecrets ? { ENCRYPTION_KEYS: `\${ENCRYPTION_KEYS:?${KEYS_MISSING}}` } : {}),
    // Docker's default profile allows no sandbox; see "The sandbox of outside programs" in docs/operations.md.
    ...(packages.includes('bubblewrap')
      ? { ALLOW_UNSANDBOXED_PROGRAMS: '${ALLOW_UNSANDBOXED_PROGRAMS:?true or false; see docker/example.env}' }
      : {}),
    ...Object.fromEntries(settings.map((name) => [name, `\${${name}:-}`])),
    ...Object.fromEntries(
      Object.entries(secretFiles).map(([name, secret]) => [name, `${SECRETS_FOLDER}/${secret}`]),
    ),
    ...(isPortal ? { BOOTSTRAP_ADMIN_PASSWORD: '${BOOTSTRAP_ADMIN_PASSWORD:?}' } : {}),
  };
  return Object.entries(values)
    .map(([name, value]) => `      ${name}: ${value}`)
    .join('\n');
}

function passwordVariable(schema: string): string {
  return `${schema.toUpperCase()}_DB_PASSWORD`;
}
