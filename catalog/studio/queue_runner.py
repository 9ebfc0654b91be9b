"""Renders what is missing, unattended, at the lowest priority. See README.md.

queue_runner.py [--once] [--blender COMMAND] [--load N]
--once: ends when nothing is left, else it looks again every minute for new models.
--load: the load of others above which it waits (the number of cores unless given).
"""
import argparse
import json
import os
import signal
import subprocess
import time

from workplace import HERE, LIST, MASTERS as OUT, WORK

PAUSE, LOG, STATE = (os.path.join(WORK, name) for name in ('pause', 'log', 'state.json'))
#: Nobody looks closely at these two, and they have no lines to be seen from near.
PLAIN = ('giftCard', 'sapling')
HEROES = [('cb', 1), ('cb2', 1), ('cb', 2), ('cb2', 2)]
ROOMS = [(brand, number) for number in range(3, 7) for brand in ('cb', 'cb2')]
#: Priority below everything: the processor's idle class, the disk's too.
BELOW_ALL = ['chrt', '-i', '0', 'nice', '-n', '19', 'ionice', '-c', '3']


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
    """All jobs in the order of their use: (file that proves it done, program's words, cost in processor seconds)."""
    with open(LIST, encoding='utf8') as file:
        pieces = [piece for piece in json.load(file)['pieces'] if piece['drawing']['kind'] in modelled()]
    best = [piece for piece in pieces if piece['isShowcase']]
    others = [piece for piece in pieces if not piece['isShowcase']]
    close = [piece for piece in (*best, *others) if piece['drawing']['kind'] not in PLAIN]
    yield from (room(*each, '2880x1620', 1440) for each in HEROES)
    yield from (shot(piece, 'studio') for piece in (*best, *others))
    yield from (room(*each, '1920x1080', 640) for each in ROOMS)
    yield from (shot(piece, 'detail') for piece in close)


def room(brand, number, size, cost):
    """The job of one room."""
    return (f'scene-{brand}-{number}.png', ['rooms.py', '--', '--out', OUT, '--size', size, f'{brand}:{number}'], cost)


def shot(piece, view):
    """The job of one picture of a piece."""
    size, cost = ('1600x2000', 300) if piece['isShowcase'] else ('1200x1500', 170)
    return (f'{piece["key"]}-{view}.png',
            ['render.py', '--', '--out', OUT, '--size', size, f'{piece["key"]}:{view}'], cost)


def load_of_others(own):
    """Processes that want the processor now, without our own threads."""
    with open('/proc/loadavg', encoding='utf8') as file:
        return max(0.0, float(file.read().split()[0]) - (2 if own else 0))


def run(job, blender, most):
    """One Blender, stopped while others need the machine; True when its picture is there."""
    with open(LOG, 'a', encoding='utf8') as log:
        child = subprocess.Popen([*BELOW_ALL, blender, '-b', '-P', os.path.join(HERE, job[1][0]), *job[1][1:]],
                                 stdout=log, stderr=log, start_new_session=True)
        runs = True
        while child.poll() is None:
            time.sleep(2)
            may = load_of_others(runs) <= most
            if may != runs:
                os.killpg(child.pid, signal.SIGCONT if may else signal.SIGSTOP)
                runs = may
    return child.returncode == 0 and os.path.exists(os.path.join(OUT, job[0]))


def tell(jobs, line):
    """A line for who watches, and the state for programs."""
    left = [job for job in jobs if not os.path.exists(os.path.join(OUT, job[0]))]
    hours = sum(job[2] for job in left) / 2 / 3600
    state = {'done': len(jobs) - len(left), 'left': len(left), 'hoursLeft': round(hours, 1), 'last': line}
    with open(STATE + '.tmp', 'w', encoding='utf8') as file:
        json.dump(state, file)
    os.replace(STATE + '.tmp', STATE)
    print(f'{time.strftime("%H:%M:%S")} {line}; {state["done"]} done, {len(left)} left, {hours:.1f} hours', flush=True)


def main():
    """Works until nothing is left."""
    parser = argparse.ArgumentParser()
    parser.add_argument('--once', action='store_true')
    parser.add_argument('--blender', default='blender')
    parser.add_argument('--load', type=float, default=float(os.cpu_count() or 1))
    chosen = parser.parse_args()
    os.makedirs(OUT, exist_ok=True)
    failed = {}
    while True:
        jobs = list(wanted())
        job = next((each for each in jobs
                    if not os.path.exists(os.path.join(OUT, each[0])) and failed.get(each[0], 0) < 2), None)
        if job is None:
            if chosen.once:
                return
            time.sleep(60)
            continue
        while os.path.exists(PAUSE) or load_of_others(False) > chosen.load:
            time.sleep(5)
        started = time.time()
        made = run(job, chosen.blender, chosen.load)
        if not made:
            failed[job[0]] = failed.get(job[0], 0) + 1
        tell(jobs, f'{job[0]} {"made" if made else "FAILED"} in {time.time() - started:.0f} s')


main()
