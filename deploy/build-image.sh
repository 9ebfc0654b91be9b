#!/bin/sh
# Builds localhost/cartwright:VERSION and localhost/cartwright:latest, with podman, buildah or docker, whichever is there. Words are passed on:
#
#   deploy/build-image.sh --build-arg BASE_IMAGE=localhost/cartwright-base:12
set -eu
cd "$(dirname "$0")/.."

version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)
commit=$(git rev-parse HEAD 2>/dev/null || echo unknown)
if command -v buildah >/dev/null; then build='buildah bud --format docker'
elif command -v podman >/dev/null; then build='podman build --format docker'
else build='docker build'
fi
exec $build --build-arg "VERSION=$version" --build-arg "COMMIT=$commit" "$@" \
  -t "localhost/cartwright:$version" -t localhost/cartwright:latest -f deploy/Containerfile .
