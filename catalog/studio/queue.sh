#!/bin/sh
# Renders what is missing, one Blender at a time: rooms, every piece, then details, furniture first.
cd "$(dirname "$0")" || exit 1
exec /usr/bin/python3 queue_runner.py "$@"
