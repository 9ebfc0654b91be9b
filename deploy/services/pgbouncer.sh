#!/bin/sh
# PgBouncer, which knows the roles of web and worker by the secrets it was given.
set -eu
secret() { cat "/run/secrets/database-password-$1"; }
umask 077
cat > /tmp/users.txt <<END
"cartwright_web" "$(secret web)"
"cartwright_worker" "$(secret worker)"
END
exec pgbouncer /etc/pgbouncer/pgbouncer.ini
