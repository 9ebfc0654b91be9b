#!/bin/sh
# Renders what is missing, one Blender at a time: furniture, rooms, small things, then details.
cd "$(dirname "$0")" || exit 1
exec /usr/bin/python3 queue_runner.py "$@"
