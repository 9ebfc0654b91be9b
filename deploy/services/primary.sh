#!/bin/sh
# The primary: makes its database at the first start, with a role for each part of the shop and one that copies.
set -eu
programs=$(echo /usr/lib/postgresql/*/bin)
data=/database/data
secret() { cat "/run/secrets/$1"; }

if [ ! -e "$data/ready" ]; then
  # what a start that was cut off has left
  rm -rf "$data"
  "$programs/initdb" -D "$data" --username=postgres --pwfile=/run/secrets/database-password-superuser \
    --auth=scram-sha-256 --data-checksums --encoding=UTF8 --locale=C.UTF-8
  cat >> "$data/pg_hba.conf" <<END
host all         all         all scram-sha-256
host replication replication all scram-sha-256
END
  # nobody copies yet: nothing to wait for
  "$programs/pg_ctl" -D "$data" -o "-c listen_addresses= -c unix_socket_directories=/tmp -c synchronous_standby_names=" -w start
  PGPASSWORD=$(secret database-password-superuser) psql -h /tmp -U postgres -d postgres -v ON_ERROR_STOP=1 \
    -v owner="$(secret database-password-owner)" -v web="$(secret database-password-web)" \
    -v worker="$(secret database-password-worker)" -v replication="$(secret database-password-replication)" <<'END'
create role cartwright_owner login password :'owner';
create role cartwright_web login password :'web';
create role cartwright_worker login password :'worker';
create role replication login replication password :'replication';
create database cartwright owner cartwright_owner;
select pg_create_physical_replication_slot('replica');
END
  "$programs/pg_ctl" -D "$data" -m fast -w stop
  touch "$data/ready"
fi
# an order that was acknowledged stands on two disks: without the replica nothing is acknowledged
exec "$programs/postgres" -D "$data" -c listen_addresses='*' -c unix_socket_directories=/tmp -c max_connections=200 \
  -c wal_level=replica -c hot_standby=on -c synchronous_commit=on -c synchronous_standby_names="${SYNCHRONOUS_STANDBY_NAMES-replica}" \
  -c max_slot_wal_keep_size=16GB -c shared_buffers="${SHARED_BUFFERS:-256MB}"
