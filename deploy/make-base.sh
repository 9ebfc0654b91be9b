#!/bin/sh
# Makes the base image of deploy/Containerfile where no registry of images can be reached: Debian 12, no more than it needs, from
# Debian's own archive. As root, with debootstrap and podman:
#
#   deploy/make-base.sh                               # localhost/cartwright-base:12
#   SUITE=trixie deploy/make-base.sh cartwright-base:13
set -eu

name=${1:-localhost/cartwright-base:12}
suite=${SUITE:-bookworm}
mirror=${MIRROR:-http://deb.debian.org/debian}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# libatomic1: Node does not start without it. ca-certificates: the archive and npm are asked over TLS while the image is built
debootstrap --variant=minbase --include=libatomic1,ca-certificates "$suite" "$folder/base" "$mirror"
rm -rf "$folder"/base/var/cache/apt/* "$folder"/base/var/lib/apt/lists/* "$folder"/base/var/log/* \
  "$folder"/base/usr/share/doc "$folder"/base/usr/share/man "$folder"/base/usr/share/locale \
  "$folder"/base/usr/share/info "$folder"/base/usr/share/i18n
tar --numeric-owner -C "$folder/base" -c . | podman import - "$name"
