"""Photographs rooms: blender -b -P rooms.py -- [--out DIR] [--size WxH] [--samples N] cb:1 cb2:4 ..."""
import argparse
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import camera_roll  # noqa: E402
import develop  # noqa: E402
import registry  # noqa: E402
import studio  # noqa: E402
from room_scenes import SCENES  # noqa: E402
from room_set import Room  # noqa: E402
from workplace import MASTERS  # noqa: E402

#: Mean brightness of the finished room, display-linear.
LEVEL = {'cb': 0.47, 'cb2': 0.2}


def photograph(brand, number, out, size, samples):
    """Sets a room, renders it, exposes it like a camera would."""
    started = time.time()
    studio.clear()
    SCENES[brand, number](Room(brand))
    camera_roll.settings(2 * size[0], 2 * size[1], samples)
    passes = camera_roll.shoot()
    clean = develop.denoise(passes['image'], passes['albedo'], passes['normal'], 1.2, 5)
    level = LEVEL[brand]
    exposure = 1.0
    for _ in range(6):
        exposure *= level / max(1e-4, float(develop.film(clean, exposure).mean()))
    picture = develop.film(clean, exposure)
    develop.write(os.path.join(out, f'scene-{brand}-{number}.png'), develop.encode(develop.halved(picture)))
    print(f'scene-{brand}-{number}: {time.time() - started:.1f} s, exposure {exposure:.2f}', flush=True)


def main():
    """Reads the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument('--out', default=MASTERS)
    parser.add_argument('--size', default='2880x1620')
    parser.add_argument('--samples', type=int, default=16)
    parser.add_argument('scenes', nargs='+')
    chosen = parser.parse_args(sys.argv[sys.argv.index('--') + 1:])
    os.makedirs(chosen.out, exist_ok=True)
    registry.load()
    for scene in chosen.scenes:
        brand, _, number = scene.partition(':')
        photograph(brand, int(number), chosen.out, tuple(int(each) for each in chosen.size.split('x')), chosen.samples)


main()
