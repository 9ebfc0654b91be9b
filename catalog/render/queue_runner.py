"""Renders what is missing, unattended: rooms, every piece, then details, furniture first. See README.md.

queue_runner.py [--once] [--others]
--once: ends when nothing is left, else it looks again every minute for new models.
--others: rooms and small things only; beside a runner without it, the two take turns by the lock.
"""
import fcntl
import json
import os
import subprocess
import sys
import time

from workplace import HERE, LIST, MASTERS as OUT, WORK

PAUSE, LOCK, LOG = (os.path.join(WORK, name) for name in ('pause', 'lock', 'log'))
FURNITURE = ('sofa', 'chair', 'frameSeat', 'pouf', 'table', 'cabinet', 'shelf', 'bed', 'mirror', 'art', 'clock', 'fire',
             'umbrella', 'lantern')
ROOMS = [(brand, number) for number in range(1, 7) for brand in ('cb', 'cb2')]


def modelled():
    """The kinds that have a model by now."""
    kinds = set()
    for name in os.listdir(HERE):
        if name.startswith('models_') and name.endswith('.py'):
            with open(os.path.join(HERE, name), encoding='utf8') as file:
                for line in file:
                    if line.startswith("@model('"):
                        kinds.add(line.split("'")[1])
    return kinds


def wanted():
    """All jobs in order: (file that proves it done, command's words)."""
    with open(LIST, encoding='utf8') as file:
        pieces = json.load(file)['pieces']
    kinds = modelled()
    pieces = [piece for piece in pieces if piece['drawing']['kind'] in kinds]
    # a piece of each shelf early, so that nothing waits for the last
    big = [piece for piece in pieces if piece['drawing']['kind'] in FURNITURE]
    small = [piece for piece in pieces if piece not in big]
    rooms = [(f'scene-{brand}-{number}.png', ['rooms.py', '--', '--out', OUT, f'{brand}:{number}']) for brand, number in ROOMS]
    yield from rooms
    for piece in small if '--others' in sys.argv else [*small, *big]:
        yield shot(piece, 'studio')
    # a large picture of furniture is looked into most
    for piece in [*big, *small] if '--others' not in sys.argv else []:
        if piece['drawing']['kind'] not in ('giftCard', 'sapling'):
            yield shot(piece, 'detail')


def shot(piece, view):
    """The job of one picture of a piece."""
    size, samples = '720x900', '10'
    return (f'{piece["key"]}-{view}.png',
            ['render.py', '--', '--out', OUT, '--size', size, '--samples', samples, f'{piece["key"]}:{view}'])


def run(words):
    """One Blender; True when it went well. The caller holds the lock."""
    with open(LOG, 'a', encoding='utf8') as log:
        done = subprocess.run(['nice', '-n', '8', 'blender', '-b', '-P', os.path.join(HERE, words[0]), *words[1:]],
                              stdout=log, stderr=log, timeout=1500, check=False)
    return done.returncode == 0


def main():
    """Works until nothing is left."""
    os.makedirs(OUT, exist_ok=True)
    failed = {}
    while True:
        job = next(((file, words) for file, words in wanted()
                    if not os.path.exists(os.path.join(OUT, file)) and failed.get(file, 0) < 2), None)
        if job is None:
            if '--once' in sys.argv:
                return
            time.sleep(60)
            continue
        while os.path.exists(PAUSE):
            time.sleep(5)
        started = time.time()
        with open(LOCK, 'w', encoding='utf8') as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            # another runner may have made it while this one waited
            if not os.path.exists(os.path.join(OUT, job[0])):
                run(job[1])
        made = os.path.exists(os.path.join(OUT, job[0]))
        if not made:
            failed[job[0]] = failed.get(job[0], 0) + 1
        print(f'{time.strftime("%H:%M:%S")} {job[0]} {"made" if made else "FAILED"} in {time.time() - started:.0f} s',
              flush=True)


main()
