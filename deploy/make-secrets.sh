#!/bin/sh
# Makes deploy/secrets for deploy/compose.yaml: passwords and keys that nobody need know, and empty files for what others gave you. Again
# it makes what is missing and changes nothing that is there. As root: the files belong to user 10001 of the containers alone.
set -eu
mkdir -p "$(dirname "$0")/import"
umask 077
mkdir -p "$(dirname "$0")/secrets"
cd "$(dirname "$0")/secrets"

for name in shop-secret stored-value-key gateway-api-key gateway-hmac-key; do
  [ -s "$name" ] || openssl rand -hex 32 > "$name"
done
for role in superuser owner web worker replication; do
  [ -s "database-password-$role" ] || openssl rand -hex 24 > "database-password-$role"
done
url() { [ -s "database-url-$1" ] || echo "postgres://$2:$(cat "database-password-$1")@$3/cartwright" > "database-url-$1"; }
url superuser postgres primary:5432
url owner cartwright_owner primary:5432
url web cartwright_web pgbouncer:6432
url worker cartwright_worker pgbouncer:6432
touch smtp-url adyen-api-key adyen-hmac-key
# of a test store alone: what plays the cards is given the same two keys
printf 'GATEWAY_API_KEY=%s\nGATEWAY_HMAC_KEY=%s\n' "$(cat gateway-api-key)" "$(cat gateway-hmac-key)" > gateway.env
[ -e sellers.json ] || echo '{}' > sellers.json
[ -e shop.env ] || cat > shop.env <<'END'
CB_ORIGIN=https://www.cb.example
CB_CA_ORIGIN=https://www.cb.example.ca
CB2_ORIGIN=https://www.cb2.example
CB2_CA_ORIGIN=https://www.cb2.example.ca
ADYEN_CLIENT_KEY=<client key>
ADYEN_MERCHANT_ACCOUNT=<merchant account>
ADYEN_ENVIRONMENT=live
ADYEN_LIVE_PREFIX=<prefix>
MAIL_FROM=orders@cb.example
END
chown -R 10001:10001 .
echo "deploy/secrets is there. Yours to fill: shop.env, sellers.json, smtp-url, adyen-api-key, adyen-hmac-key"
