"""Photographs pieces: blender -b -P render.py -- [--out DIR] [--size WxH] [--samples N] KEY:VIEW ...

VIEW is 'studio' or 'detail'. Writes <key>-<view>.png, .mask-<part>.png, .gloss.png and .json (see README.md).
"""
import argparse
import json
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import bpy  # noqa: E402
import cv2  # noqa: E402
import numpy as np  # noqa: E402

import camera_roll  # noqa: E402
import develop  # noqa: E402
import registry  # noqa: E402
import studio  # noqa: E402
from materials import Materials  # noqa: E402
from workplace import LIST, MASTERS  # noqa: E402

EXPOSURE = 1.0


def photograph(piece, view, out, size, samples):
    """Builds, lights, renders and writes one picture of a piece."""
    started = time.time()
    studio.clear()
    double = [2 * each for each in size]
    materials = Materials(piece)
    hints = registry.MODELS[piece['drawing']['kind']](piece, materials) or {}
    bpy.context.view_layer.update()
    things = [each for each in bpy.context.scene.objects if each.type == 'MESH']
    low, high = studio.bounds(things)
    unit = max(high.x - low.x, (high.y - low.y) * 0.9, (high.z - low.z) * 0.9)
    shot = {'turn': 24, 'rise': 11, 'lens': 85, 'fill': (0.86, 0.78), **hints.get('view', {})}
    wall = shot.pop('wall', None)
    if wall:
        studio.sweep(unit, wall=high.y + 0.002)
    else:
        studio.sweep(unit)
    studio.daylight(unit, (low + high) / 2)
    focus = None
    if view == 'detail':
        near = hints.get('detail') or guess_detail(low, high)
        focus = (studio.inches(*near['at']), near['radius'] * studio.INCH)
        shot = {'turn': near.get('turn', shot['turn'] + 14), 'rise': near.get('rise', 20), 'lens': 100}
    studio.camera(things, focus=focus, **shot)
    is_glass = hints.get('glass', False)
    camera_roll.settings(*double, samples * (2 if is_glass else 1), glass=is_glass)
    built = time.time()
    passes = camera_roll.shoot(materials.parts, None if view == 'detail' or wall else studio.frame_of(things))
    if is_glass:
        passes |= {name: develop.calm(passes[name]) for name in ('albedo', 'normal')}
    develop_and_write(piece['key'], view, out, passes, materials.parts)
    print(f'{piece["key"]}-{view}: {time.time() - started:.1f} s, {built - started:.1f} s of it building', flush=True)


def guess_detail(low, high):
    """A close-up of the upper front corner toward the light."""
    size = (high - low) / studio.INCH
    at = ((low.x / studio.INCH) + size.x * 0.3, low.y / studio.INCH + size.y * 0.25, low.z / studio.INCH + size.z * 0.72)
    return {'at': at, 'radius': max(size) * 0.2}


def develop_and_write(key, view, out, passes, parts):
    """Denoises, develops and writes the picture with its masks, its gloss and its note."""
    clean = develop.denoise(passes['image'], passes['albedo'], passes['normal'], strength_of(passes, parts), 5)
    shine = (passes['glossdir'] + passes['glossind']) * passes['glosscol']
    stem = os.path.join(out, f'{key}-{view}')
    gloss_share = np.zeros(shine.shape[:2], np.float32)
    for part, note in parts.items():
        mask = np.clip(passes[f'part_{part}'][..., 0], 0, 1)
        gloss_share += mask * note['gloss']
        develop.write(f'{stem}.mask-{part}.png', (develop.halved(mask) * 255 + 0.5).astype(np.uint8))
    if parts:
        grey = develop.denoise(shine, np.ones_like(shine), passes['normal'], 1.6, levels=3)
        mirror = np.minimum(grey * gloss_share[..., None] * EXPOSURE, develop.film(clean, EXPOSURE))
        develop.write(f'{stem}.gloss.png', develop.encode(develop.halved(mirror)))
    note = {'parts': {part: {each: value for each, value in made.items() if each != 'gloss'}
                      for part, made in parts.items()}}
    if parts:
        note['gloss'] = f'{key}-{view}.gloss.png'
    with open(stem + '.json.tmp', 'w', encoding='utf8') as file:
        json.dump(note, file, indent=1)
    os.replace(stem + '.json.tmp', stem + '.json')
    # the picture comes last: where it is, everything is
    develop.write(stem + '.png', develop.encode(develop.halved(develop.film(clean, EXPOSURE))))


def strength_of(passes, parts):
    """How much each pixel is smoothed: paper most, the grain of leather least."""
    paper = np.clip(np.rint(passes['index'][..., 0]) == camera_roll.PAPER_INDEX, 0, 1).astype(np.float32)
    leather = np.zeros_like(paper)
    for part in parts:
        if part.startswith('leather'):
            leather = np.maximum(leather, np.clip(passes[f'part_{part}'][..., 0], 0, 1))
    edge = cv2.GaussianBlur(paper, (0, 0), 2)
    return 1.0 + 0.2 * edge - 0.4 * leather


def main():
    """Reads the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument('--out', default=MASTERS)
    parser.add_argument('--size', default='1200x1500')
    parser.add_argument('--samples', type=int, default=8)
    parser.add_argument('shots', nargs='+')
    chosen = parser.parse_args(sys.argv[sys.argv.index('--') + 1:])
    os.makedirs(chosen.out, exist_ok=True)
    with open(LIST, encoding='utf8') as file:
        pieces = {piece['key']: piece for piece in json.load(file)['pieces']}
    registry.load()
    size = tuple(int(each) for each in chosen.size.split('x'))
    for shot in chosen.shots:
        key, _, view = shot.partition(':')
        photograph(pieces[key], view or 'studio', chosen.out, size, chosen.samples)


main()
