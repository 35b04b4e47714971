#!/bin/sh
# Made by "node tools/deploy/generate.ts". Writes /tmp/trusted-proxies.conf from CAIRN_TRUSTED_PROXIES.
set -eu
proxies=$(printf '%s' "${CAIRN_TRUSTED_PROXIES:-}" | tr ',' ' ')
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
} > /tmp/trusted-proxies.conf
