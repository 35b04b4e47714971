import { IDENTITY_HEADERS, ORIGIN_HEADERS } from '@cairn/service/claim-headers';
import type { ServiceTopology } from '../topology.ts';

export interface NginxOptions {
  services: readonly ServiceTopology[];
  /** Port on which the front door listens. */
  port: number;
  /** Address of a service's web process, `host:port`. */
  address(service: ServiceTopology): string;
}

/** File that the start script writes from CAIRN_TRUSTED_PROXIES; /tmp is writable in every deployment. */
const trustedProxiesFile = '/tmp/trusted-proxies.conf';

/**
 * Start script of the nginx container: writes the trusted proxies (CAIRN_TRUSTED_PROXIES, separated by commas) into a file
 * of nginx. The container stops when an entry has characters that addresses and networks cannot have.
 */
export function renderTrustedProxiesScript(): string {
  return `#!/bin/sh
# Made by "node tools/deploy/generate.ts". Writes ${trustedProxiesFile} from CAIRN_TRUSTED_PROXIES.
set -eu
proxies=$(printf '%s' "\${CAIRN_TRUSTED_PROXIES:-}" | tr ',' ' ')
case $proxies in
  *[!0-9A-Fa-f.:/' ']*)
    echo 'CAIRN_TRUSTED_PROXIES must list addresses or networks such as 10.0.0.0/8, separated by commas.' >&2
    exit 1
    ;;
esac
{
  echo 'geo $realip_remote_addr $is_trusted_proxy {'
  echo '  default 0;'
  for proxy in $proxies; do echo "  $proxy 1;"; done
  echo '}'
  for proxy in $proxies; do echo "set_real_ip_from $proxy;"; done
} > ${trustedProxiesFile}
`;
}

/** The front door as an nginx site: one `upstream` and one location a service, the portal last at `/`. */
export function renderNginx({ services, port, address }: NginxOptions): string {
  const upstreams = services.map(
    (service) => `upstream ${service.name} {\n  server ${address(service)};\n  keepalive 32;\n}`,
  );
  const mounted = services.filter(({ basePath }) => basePath !== '').flatMap(mountedLocations);
  const atRoot = services.filter(({ basePath }) => basePath === '').map((service) => location('/', service));
  return `# Made by "node tools/deploy/generate.ts" from tools/topology.ts. Change those, not this file.

map $http_upgrade $connection_upgrade {
  default upgrade;
  '' '';
}

# Which peers are trusted proxies: written at the start of the container from CAIRN_TRUSTED_PROXIES.
include ${trustedProxiesFile};
# $remote_addr is the last address in X-Forwarded-For that is not a trusted proxy's.
real_ip_header X-Forwarded-For;
real_ip_recursive on;

map "$is_trusted_proxy $http_x_forwarded_proto" $client_scheme {
  default $scheme;
  "1 https" https;
  "1 http" http;
}

map "$is_trusted_proxy $http_x_forwarded_host" $client_host {
  default $http_host;
  "~^1 (?<forwarded_host>[A-Za-z0-9.:\\[\\]-]+)$" $forwarded_host;
}

map "$client_scheme $client_host" $client_port {
  default 80;
  "~:(?<forwarded_port>[0-9]+)$" $forwarded_port;
  "~^https " 443;
}

# Without the query, which may hold the token of an embedded page or of a published layer, and without the referring page.
log_format without_query '$remote_addr [$time_iso8601] "$request_method $uri" $status $body_bytes_sent $request_time';

${upstreams.join('\n\n')}

server {
  access_log /dev/stdout without_query;
  # Its lines have the query; requests that failed are in the access log with their status.
  error_log /dev/stderr crit;
  listen ${port};
  server_name _;
  server_tokens off;

  # Sizes are limited by the services, whose answers name the limit.
  client_max_body_size 0;
  large_client_header_buffers 4 16k;
  client_header_timeout 30s;
  proxy_connect_timeout 5s;
  proxy_read_timeout 3600s;
  proxy_send_timeout 3600s;
  # Bodies stream in both directions.
  proxy_request_buffering off;
  proxy_buffering off;
  proxy_http_version 1.1;

  proxy_set_header Host $http_host;
  proxy_set_header Upgrade $http_upgrade;
  proxy_set_header Connection $connection_upgrade;
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header X-Forwarded-Proto $client_scheme;
  proxy_set_header X-Forwarded-Host $client_host;
  proxy_set_header X-Forwarded-Port $client_port;
${[...ORIGIN_HEADERS, ...IDENTITY_HEADERS].map((name) => `  proxy_set_header ${name} "";`).join('\n')}

  location = /front-door/health {
    access_log off;
    default_type text/plain;
    return 200 "ok\\n";
  }

  # Internal operations are for services only.
  location ~* ^(?:/[^/]+)?/internal(?:/|$) {
    return 404;
  }

${[...mounted, ...atRoot].join('\n\n')}
}
`;
}

function mountedLocations(service: ServiceTopology): string[] {
  const exact = `  location = ${service.basePath} {\n    proxy_pass http://${service.name};\n  }`;
  return [exact, location(`${service.basePath}/`, service)];
}

function location(prefix: string, { name }: ServiceTopology): string {
  return `  location ${prefix} {\n    proxy_pass http://${name};\n  }`;
}
