#!/bin/sh
# Runs once, when the database directory is empty: a login role and a schema for each service.
set -eu
role() {
  psql -v ON_ERROR_STOP=1 -U postgres -d "$POSTGRES_DB" -v role="$1" -v password="$2" -v database="$POSTGRES_DB" <<'SQL'
CREATE ROLE :"role" LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'password';
GRANT CONNECT, TEMPORARY ON DATABASE :"database" TO :"role";
CREATE SCHEMA :"role" AUTHORIZATION :"role";
ALTER ROLE :"role" IN DATABASE :"database" SET search_path = :"role", public;
SQL
}
psql -v ON_ERROR_STOP=1 -U postgres -d "$POSTGRES_DB" -v database="$POSTGRES_DB" <<'SQL'
CREATE EXTENSION IF NOT EXISTS postgis;
CREATE ROLE cairn_auth_reader NOLOGIN;
REVOKE ALL ON DATABASE :"database" FROM PUBLIC;
SQL
# One role for each variable <ROLE>_DB_PASSWORD; the portal alone owns the sign-in views.
for variable in $(env | sed -n 's/^\([A-Z_]*_DB_PASSWORD\)=.*/\1/p' | sort); do
  name=$(printf '%s' "${variable%_DB_PASSWORD}" | tr 'A-Z' 'a-z')
  role "$name" "$(printenv "$variable")"
  [ "$name" = portal ] || psql -v ON_ERROR_STOP=1 -U postgres -d "$POSTGRES_DB" -v role="$name" <<'SQL'
GRANT cairn_auth_reader TO :"role";
SQL
done
