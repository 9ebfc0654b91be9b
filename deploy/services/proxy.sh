#!/bin/sh
# HAProxy, once there is a certificate.
set -eu
until [ -s /tls/cartwright.pem ]; do sleep 1; done
exec haproxy -W -db -f /etc/haproxy/haproxy.cfg
