"""Beds, made up."""
import math

import numpy as np
from mathutils import Vector, noise

from cushions import soft_box
from materials import FAMILY
from models_chairs import bent_rail
from registry import model
from shapes import box, lathe, place, post, prism, sheet


@model('bed')
def bed(piece, m):
    """Headboard, rails, mattress, sheet, cover with falls and folds, four pillows."""
    shape, (w, d, h) = piece['drawing'], piece['size']
    is_soft = shape.get('cover') is not None
    frame = m.main(FAMILY[shape['cover']]) if is_soft else m.main('wood')
    front, rear = -d / 2, d / 2
    head = 4.5 if shape['head'] in ('upholstered', 'channel', 'arch') else 2.4
    _head(shape['head'], w, h, rear, head, frame, m)
    low, rail = (4.0, 13.0) if is_soft else (6.5, 13.0)
    _rails(shape, is_soft, w, front, rear - head, low, rail, frame, m)
    half, top = w / 2 - 2.6, rail + 9.5
    place(soft_box(half * 2, d - head - 4.5, 10.5, m.fixed('linen', '#f1ede6'), radius=2.4, crown=0.4, swell=0.3,
                   wrinkle=0.05), (0, (front + rear - head) / 2 + 1.2, top - 5.2))
    _bedding(piece, half, front + 3.0, rear - head, top, rail, m)
    return {'view': {'turn': 28, 'rise': 17, 'fill': (0.88, 0.8)},
            'detail': {'at': (-w * 0.22, rear - 16, top + 7), 'radius': 17, 'turn': 38, 'rise': 22}}


def _rails(shape, is_soft, w, front, rear, low, rail, frame, m):
    x = w / 2
    if is_soft:
        for side in (-1, 1):
            place(soft_box(2.6, rear - front, rail - low, frame, radius=1.1, crown=0.05, swell=0.1, wrinkle=0.05,
                           seed=side), (side * (x - 1.3), (front + rear) / 2, (rail + low) / 2))
        place(soft_box(w, 2.6, rail - low, frame, radius=1.1, crown=0.05, swell=0.1, wrinkle=0.05, seed=4),
              (0, front + 1.3, (rail + low) / 2))
        for side in (-1, 1):
            for y in (front + 5, rear - 4):
                box(side * (x - 5) - 1.2, side * (x - 5) + 1.2, y - 1.2, y + 1.2, 0, low + 0.5,
                    m.fixed('wood', '#3a2c22'), 0.12)
        return
    for side in (-1, 1):
        box(*sorted((side * x, side * (x - 1.3))), front + 1, rear, low, rail - 1.5, frame, 0.2)
    box(-x, x, front, front + 1.4, low, rail - 1.5, frame, 0.2)
    for side in (-1, 1):
        post((side * (x - 1.3), front + 1.3, 0), (side * (x - 1.4), front + 1.4, rail if not shape['isPlatform'] else low + 1),
             1.0, 1.25, frame)


def _head(kind, w, h, rear, thick, frame, m):
    x, y = w / 2, rear - thick / 2
    if kind == 'upholstered':
        place(soft_box(w, h - 2, thick, frame, radius=1.9, crown=0.3, swell=0.1, wrinkle=0.06, seam='piping', turned=True),
              (0, y, h / 2 + 1))
        place(soft_box(w - 5.5, h - 18, 2.4, frame, radius=1.1, crown=0.9, swell=0.1, wrinkle=0.12, seam='piping',
                       turned=True, seed=3), (0, rear - thick - 0.1, h / 2 + 6.2))
    elif kind == 'channel':
        count = round(w / 5.6)
        each = w / count
        for at in range(count):
            place(soft_box(each + 0.2, h - 3, thick, frame, radius=2.0, crown=0.3, swell=0, wrinkle=0.04, seed=at,
                           turned=True, grid=0.8), (-x + (at + 0.5) * each, y, h / 2 + 1.5))
    elif kind == 'arch':
        spring = h - w * 0.36
        outline = [(-x, 3), *[(-x * math.cos(a), spring + (h - spring) * math.sin(a)) for a in np.linspace(0, math.pi, 41)],
                   (x, 3)]
        place(prism(outline[::-1], thick, frame, 1.7, 6), (0, y, 0))
    elif kind == 'panel':
        box(-x, x, rear - thick, rear, h - 3, h, frame, 0.3)
        for side in (-1, 1):
            box(*sorted((side * x, side * (x - 3))), rear - thick, rear, 0, h - 2.9, frame, 0.3)
        for at in range(5):
            z0 = 12 + (h - 15) * at / 5
            box(-x + 2.9, x - 2.9, rear - thick + 0.6, rear - 0.6, z0 + 0.04, z0 + (h - 15) / 5 - 0.04, frame, 0.1)
    elif kind == 'spindle':
        for side in (-1, 1):
            post((side * (x - 1.2), y, 0), (side * (x - 1.2), y, h), 1.15, 1.3, frame)
            lathe([(0, 0), (0.7, 0), (0.6, 0.5), (1.3, 1.4), (1.1, 2.3), (0, 2.7)], frame, 32, (side * (x - 1.2), y, h))
        bent_rail(w - 3, 0, h - 4, h - 1.2, 1.2, y, frame)
        box(-x + 1, x - 1, y - 0.6, y + 0.6, 15, 17.4, frame, 0.2)
        for at in np.linspace(-x + 5, x - 5, 13):
            post((at, y, 17), (at, y, (17 + h) / 2), 0.36, 0.55, frame)
            post((at, y, (17 + h) / 2), (at, y, h - 3.4), 0.55, 0.36, frame)
    else:
        _cane_head(x, h, rear, thick, frame, m)


def _cane_head(x, h, rear, thick, frame, m):
    for side in (-1, 1):
        box(*sorted((side * x, side * (x - 2.6))), rear - thick, rear, 0, h - 2.9, frame, 0.3, 3)
    box(-1.2, 1.2, rear - thick + 0.1, rear - 0.1, 14, h - 2, frame, 0.2)
    for z0, z1 in ((h - 3, h), (13, 15.6)):
        box(-x + (0 if z1 == h else 2.5), x - (0 if z1 == h else 2.5), rear - thick, rear, z0, z1, frame, 0.4, 3)
    cane = m.fixed('cane', '#d9bf92', scale=1.6)
    sheet(2, 2, lambda u, v: (-x + 2.4 + (2 * x - 4.8) * u, rear - thick / 2, 15 + (h - 17.5) * v), cane)
    box(-x + 2, x - 2, rear - 0.4, rear - 0.1, 15, h - 2, m.fixed('linen', '#efe8da'), 0)


def _bedding(piece, half, front, rear, top, rail, m):
    cover = m.second('linen', scale=1.4)
    white = m.fixed('linen', '#f5f2ec', scale=1.4)
    tail = rear - 25
    _cover(half, front, tail, top, rail - 4.5, cover, 5, thick=1.4)
    # the turned-down sheet
    _fold(half, tail - 9, tail + 2, top + 1.0, rail + 1, white, 9)
    wide = half * 0.96
    for row, (tall, deep, y, lean, skin) in enumerate(((17.5, 6.0, rear - 3.6, -24, white), (16, 6.0, rear - 10.6, -36, white))):
        for side in (-1, 1):
            pillow = soft_box(wide - 1, tall, deep, skin, radius=2.9, crown=1.8, swell=0.2, pinch=0.9, wrinkle=0.42,
                              seed=row * 5 + side + 3, turned=True, grid=0.8)
            place(pillow, (side * half * 0.5, y, top + tall / 2 * math.cos(math.radians(lean)) - 0.4),
                  (lean, 0, side * 1.5))
    front_one = soft_box(26, 13, 5.2, cover, radius=2.5, crown=1.6, swell=0.2, pinch=0.6, wrinkle=0.25, seed=31,
                         seam='piping', turned=True, grid=0.8)
    place(front_one, (-1.0, rear - 16.4, top + 5.4), (-40, 0, 1.5))


def _cover(half, front, rear, top, hem, skin, seed, thick):
    """A quilt over the mattress: flat above with soft hills, rounded at the edges, hanging in folds on three sides."""
    fall = top - hem
    radius = 2.4
    wide, deep = half + 0.8, rear - front

    def cross(s, flat):
        """Along one axis: inches past the flat part -> (outward, drop)."""
        if s <= flat:
            return s, 0.0
        turn = (s - flat) / radius
        if turn < math.pi / 2:
            return flat + radius * math.sin(turn), radius * (1 - math.cos(turn))
        return flat + radius, radius + (s - flat - radius * math.pi / 2)

    def point(u, v):
        sx = (u - 0.5) * 2 * (wide - radius + radius * math.pi / 2 + fall - radius)
        sy = v * (deep - radius + radius * math.pi / 2 + fall - radius)
        x, drop_x = cross(abs(sx), wide - radius)
        y, drop_y = cross(sy, deep - radius)
        drop = max(drop_x, drop_y) + 0.15 * min(drop_x, drop_y)
        drop = min(drop, fall)
        share = drop / fall
        folds = math.sin(sy * 0.46 + seed) * 0.7 + math.sin(sy * 0.23 + 2) * 0.6
        foot = math.sin(sx * 0.42 + seed) * 0.7 + math.sin(sx * 0.19 + 1) * 0.6
        if drop_x > 0:
            x += (folds + 0.8) * share ** 0.8 * min(1, drop_x / 4)
        if drop_y > 0:
            y += (foot + 0.8) * share ** 0.8 * min(1, drop_y / 4)
        spot = Vector((sx * 0.075, sy * 0.075, seed))
        hills = noise.noise(spot) * 0.75 + abs(noise.noise(spot * 2.1)) * 0.6 + noise.noise(spot * 4.6) * 0.16
        return math.copysign(x, sx), rear - y, top + thick - drop + hills * (1 - share * 0.8)

    sheet(110, 110, point, skin, 0.5)


def _fold(half, y0, y1, top, hem, skin, seed):
    """A band of sheet turned over the quilt."""
    fall = top - hem

    def point(u, v):
        s = (u - 0.5) * 2 * (half + 1 + fall)
        x, drop = (abs(s), 0.0) if abs(s) < half - 0.6 else (half - 0.6 + min(1.9, abs(s) - half + 0.6), max(0.0, abs(s) - half - 0.4))
        y = y0 + (y1 - y0) * v
        roll = 0.55 * math.sin(math.pi * min(1, v * 4) / 2)
        spot = Vector((s * 0.09, y * 0.12, seed))
        return (math.copysign(x + 0.4, s), y, top + 0.9 + roll - drop + noise.noise(spot) * 0.5 + noise.noise(spot * 3) * 0.14)

    sheet(90, 18, point, skin, 0.45)
