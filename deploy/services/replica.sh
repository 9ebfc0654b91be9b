#!/bin/sh
# The synchronous replica: copies the primary at its first start, and follows it.
set -eu
programs=$(echo /usr/lib/postgresql/*/bin)
data=/database/data
export PGPASSWORD
PGPASSWORD=$(cat /run/secrets/database-password-replication)

if [ ! -e "$data/ready" ]; then
  rm -rf "$data"
  until "$programs/pg_isready" -q -h primary -U replication; do sleep 1; done
  "$programs/pg_basebackup" -h primary -U replication -D "$data" --slot=replica --wal-method=stream --checkpoint=fast
  # the copy of the primary's own mark: this one is whole as well
  touch "$data/ready"
fi
touch "$data/standby.signal"
exec "$programs/postgres" -D "$data" -c listen_addresses='*' -c unix_socket_directories=/tmp -c max_connections=200 -c hot_standby=on \
  -c primary_slot_name=replica -c shared_buffers="${SHARED_BUFFERS:-256MB}" \
  -c primary_conninfo="host=primary user=replication password=$PGPASSWORD application_name=replica"
