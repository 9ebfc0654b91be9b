#!/bin/sh
# A certificate for the hosts of the four stores, unless there is one: it lets the proxy start. Put your own over it (docs/how-to/run-in-production.md).
set -eu
if [ -s /tls/cartwright.pem ]; then exit 0; fi
names=
for origin in "$CB_ORIGIN" "$CB_CA_ORIGIN" "$CB2_ORIGIN" "$CB2_CA_ORIGIN"; do
  host=$(echo "$origin" | sed 's#^https://##; s#[:/].*##')
  names="$names${names:+,}DNS:$host"
done
umask 077
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 365 -subj /CN=cartwright -addext "subjectAltName=$names" \
  -keyout /tmp/key.pem -out /tmp/certificate.pem
cat /tmp/certificate.pem /tmp/key.pem > /tls/new.pem
mv /tls/new.pem /tls/cartwright.pem
