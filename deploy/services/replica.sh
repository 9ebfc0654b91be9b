#!/bin/sh
# The synchronous replica: copies the primary at its first start, and follows it.
set -eu
programs=$(echo /usr/lib/postgresql/*/bin)
data=/database/data
export PGPASSFILE=/tmp/pgpass
umask 077
echo "primary:5432:*:replication:$(cat /run/secrets/database-password-replication)" > "$PGPASSFILE"

if [ ! -e "$data" ]; then
  # what a copy that was cut off has left
  rm -rf "$data.new"
  until "$programs/pg_isready" -q -h primary -U replication -d postgres; do sleep 1; done
  "$programs/pg_basebackup" -h primary -U replication -D "$data.new" --slot=replica --wal-method=stream --checkpoint=fast
  mv "$data.new" "$data"
fi
touch "$data/standby.signal"
exec "$programs/postgres" -D "$data" -c listen_addresses='*' -c unix_socket_directories=/tmp -c max_connections=200 -c hot_standby=on \
  -c primary_slot_name=replica -c shared_buffers="${SHARED_BUFFERS:-256MB}" \
  -c primary_conninfo="host=primary user=replication passfile=$PGPASSFILE application_name=replica"
