"""Cabinets, dressers, nightstands, consoles and bookcases."""
import random

import numpy as np

from registry import model
from shapes import box, lathe, place, post, prism, sheet, smooth_profile

KNOB = [(0, 0), (0.2, 0), (0.17, 0.4), (0.42, 0.62), (0.46, 0.8), (0.38, 0.96), (0, 1.0)]
SPINES = ('#8a6b52', '#c7b9a3', '#5e6a5c', '#b08968', '#e3d9c8', '#7b4a38', '#9aa39a', '#3e4a52', '#d9d2c5', '#efe9de')
POTS = ('#e9e1d3', '#9a5a41', '#6f7864', '#d8cbb8', '#4b4a47')


@model('cabinet')
def cabinet(piece, m):
    """A case on legs or a plinth, its front of doors, drawers, open bays and glass."""
    shape, (w, d, h) = piece['drawing'], piece['size']
    wood = m.main('wood')
    base = shape['base']
    low = {'legs': min(6, h * 0.2), 'metal': min(6, h * 0.2), 'plinth': 2.2, 'none': 0}[base]
    _base(base, w, d, low, wood, m)
    t = 0.9
    x, y = w / 2, d / 2
    box(-x, x, -y, y, h - t, h, wood, 0.12, 3)
    box(-x + 0.02, x - 0.02, -y, y, low, low + t, wood, 0.08)
    for side in (-1, 1):
        box(*sorted((side * (x - 0.03), side * (x - t))), -y + 0.03, y, low + t - 0.02, h - t + 0.02, wood, 0.03)
    box(-x + t, x - t, y - 0.6, y - 0.1, low, h - 0.2, wood, 0)
    columns = shape['columns']
    each = (w - 2 * t) / len(columns)
    for at, column in enumerate(columns):
        x0 = -x + t + at * each
        if at:
            box(x0 - 0.35, x0 + 0.35, -y + 0.9, y - 0.5, low + t, h - t, wood, 0.04)
        _column(column, at, (x0, x0 + each, low + t, h - t), y, shape, wood, m)
    tall = h > 50
    return {'view': {'turn': 28, 'rise': 9 if tall else 12, 'fill': (0.84, 0.8)},
            'detail': {'at': (-x * 0.45, -y, h - (h - low) * 0.35), 'radius': min(13, h * 0.36), 'turn': 34, 'rise': 16}}


def _base(base, w, d, low, wood, m):
    x, y = w / 2, d / 2
    if base == 'plinth':
        box(-x + 1.2, x - 1.2, -y + 1.4, y - 0.6, 0, low + 0.1, m.fixed('painted', '#262321', rough=0.6), 0.05)
    elif base == 'metal':
        metal = m.metal()
        for sx in (-1, 1):
            for sy in (-1, 1):
                box(sx * (x - 2) - 0.45, sx * (x - 2) + 0.45, sy * (y - 1.6) - 0.45, sy * (y - 1.6) + 0.45, 0, low, metal, 0.06)
            box(sx * (x - 2) - 0.45, sx * (x - 2) + 0.45, -y + 1.6, y - 1.6, low - 0.9, low, metal, 0.06)
        for sy in (-1, 1):
            box(-x + 2, x - 2, sy * (y - 1.6) - 0.45, sy * (y - 1.6) + 0.45, low - 0.9, low, metal, 0.06)
    elif base == 'legs':
        for sx in (-1, 1):
            for sy in (-1, 1):
                post((sx * (x - 1.6), sy * (y - 1.5), 0), (sx * (x - 2.4), sy * (y - 2.2), low + 0.1), 0.5, 0.95, wood)
            box(*sorted((sx * (x - 1.6), sx * (x - 2.8))), -y + 1.8, y - 1.8, low - 1.1, low, wood, 0.08)
        box(-x + 2, x - 2, -y + 1.7, -y + 2.6, low - 1.1, low, wood, 0.08)


def _column(column, at, bay, y, shape, wood, m):
    x0, x1, z0, z1 = bay
    gap = 0.09
    if column == 'open':
        middle = z0 + (z1 - z0) * 0.52
        box(x0, x1, -y + 1.0, y - 0.6, middle - 0.35, middle + 0.35, wood, 0.05)
        books(x0 + 0.6, x1 - 0.6, z0, middle - 0.6, -y + 2.5, m, at * 7 + 3, 0.55)
        return
    fronts = column if isinstance(column, int) else 1
    tall = (z1 - z0) / fronts
    for nth in range(fronts):
        a, b, c, e = x0 + gap, x1 - gap, z0 + nth * tall + gap, z0 + (nth + 1) * tall - gap
        if column == 'glass':
            _glass_door(a, b, c, e, y, wood, m, at)
        else:
            _front(a, b, c, e, y, shape.get('front', 'plain') if column == 'door' else 'plain', wood, m)
        _pulls(column, at, (a, b, c, e), y, shape, m)


def _front(a, b, c, e, y, kind, wood, m):
    if kind == 'cane':
        rim = 1.7
        _frame(a, b, c, e, y, rim, wood)
        cane = m.fixed('cane', '#d9bf92', scale=1.3)
        sheet(2, 2, lambda u, v: (a + rim - 0.2 + (b - a - 2 * rim + 0.4) * u, -y + 0.45, c + rim - 0.2
                                  + (e - c - 2 * rim + 0.4) * v), cane)
        box(a + 0.5, b - 0.5, -y + 2.2, -y + 2.5, c + 0.5, e - 0.5, m.fixed('painted', '#3a2c20'), 0)
    elif kind == 'fluted':
        count = max(3, round((b - a) / 1.15))
        each = (b - a) / count
        box(a, b, -y + 0.35, -y + 0.9, c, e, wood, 0.02)
        outline = [(each * 0.48 * np.cos(t), each * 0.48 * np.sin(t)) for t in np.linspace(0, np.pi, 9)]
        for at in range(count):
            rod = prism([(px, -pz) for px, pz in outline], e - c, wood, 0)
            place(rod, (a + (at + 0.5) * each, -y + 0.42, (c + e) / 2), (90, 0, 0))
    else:
        box(a, b, -y - 0.02, -y + 0.8, c, e, wood, 0.06, 2)


def _frame(a, b, c, e, y, rim, wood):
    for x0, x1 in ((a, a + rim), (b - rim, b)):
        box(x0, x1, -y, -y + 0.85, c, e, wood, 0.08)
    for z0, z1 in ((c, c + rim), (e - rim, e)):
        box(a + rim - 0.05, b - rim + 0.05, -y + 0.02, -y + 0.83, z0, z1, wood, 0.06)


def _glass_door(a, b, c, e, y, wood, m, at):
    drawer = c + 14
    box(a, b, -y, -y + 0.8, c, drawer - 0.1, wood, 0.06)
    _frame(a, b, drawer + 0.1, e, y, 1.8, wood)
    count = 3
    for nth in range(count + 1):
        z = drawer + (e - drawer) * nth / (count + 1)
        box(a - 0.2, b + 0.2, -y + 1.5, y - 0.6, z - 0.35, z + 0.35, wood, 0.05)
        if nth < count + 1:
            crockery(a + 1.8, b - 1.8, z + 0.35, m, at * 11 + nth)
    pane = m.fixed('pane', '#ffffff')
    sheet(1, 1, lambda u, v: (a + 1.6 + (b - a - 3.2) * u, -y + 0.4, drawer + 1.7 + (e - drawer - 3.3) * v), pane)


def _pulls(column, at, front, y, shape, m):
    a, b, c, e = front
    kind = shape['knob']
    if kind == 'none':
        return
    drawer = isinstance(column, int)
    z = (c + e) / 2 if drawer else c + (e - c) * 0.55
    if column == 'glass':
        z = c + 14 + (e - c - 14) * 0.45
    if drawer:
        spots = [a + (b - a) * 0.25, a + (b - a) * 0.75] if b - a > 24 else [(a + b) / 2]
    else:
        spots = [b - 1.1] if at % 2 == 0 and at < len(shape['columns']) - 1 else [a + 1.1]
    metal = m.metal()
    for x in spots:
        if kind == 'round':
            place(lathe(KNOB, metal, 24), (x, -y, z), (90, 0, 0))
        else:
            post((x, -y - 1.1, z - 5), (x, -y - 1.1, z + 5), 0.26, 0.26, metal)
            for dz in (-4.2, 4.2):
                post((x, -y, z + dz), (x, -y - 1.1, z + dz), 0.2, 0.2, metal)


def books(x0, x1, z0, z1, y, m, seed, share=1.0):
    """A row of books with a gap and a leaning one."""
    chance = random.Random(seed)
    x = x0
    stop = x0 + (x1 - x0) * share
    while x < stop - 1.6:
        wide = 0.7 + chance.random() * 1.0
        tall = min(z1 - z0 - 0.4, 7.2 + chance.random() * 3.4)
        deep = 5.5 + chance.random() * 1.5
        skin = m.fixed('painted', chance.choice(SPINES), rough=0.65)
        box(x, x + wide, y + chance.random() * 0.5, y + deep, z0, z0 + tall, skin, 0.07)
        box(x + 0.1, x + wide - 0.1, y + 0.8, y + deep - 0.15, z0 + 0.1, z0 + tall + 0.01, m.fixed('paper', '#efe8da'), 0)
        x += wide + 0.03


def crockery(x0, x1, z, m, seed):
    """Bowls and plates for glass cabinets."""
    chance = random.Random(seed)
    skin = m.fixed('glaze', chance.choice(('#f1ece1', '#e6ddcf', '#a6ae98')))
    for at in range(2):
        x = x0 + (x1 - x0) * (0.27 + 0.46 * at)
        r = min(3.4, (x1 - x0) * 0.22)
        for level in range(chance.choice((2, 3, 4))):
            lathe([(0, 0.1), (r * 0.45, 0), (r * 0.5, 0.25), (r * 0.85, 0.9), (r, 1.6), (r * 0.97, 1.62), (r * 0.8, 1.0),
                   (0, 0.4)], skin, 40, (x, 0.5, z + level * 0.75))


def pot(x, y, z, size, m, nth):
    """A vessel for shelves."""
    r = size * 0.36
    skin = m.fixed('stone', POTS[nth % 5])
    lathe(smooth_profile([(0, 0), (r * 0.6, 0), (r, size * 0.38), (r * 0.75, size * 0.72), (r * 0.4, size * 0.88),
                          (r * 0.5, size), (r * 0.42, size * 0.99), (r * 0.3, size * 0.85)], 8), skin, 48, (x, y, z))


@model('shelf')
def shelf(piece, m):
    """Bookcases: closed behind, of wood; or open, of metal."""
    shape, (w, d, h) = piece['drawing'], piece['size']
    x, y = w / 2, d / 2
    is_open = shape.get('isOpen', False)
    skin = m.main('metal') if is_open else m.main('wood')
    count = shape['shelves']
    if is_open:
        for sx in (-1, 1):
            for sy in (-1, 1):
                box(sx * x - 0.45, sx * x + 0.45, sy * (y - 0.45) - 0.45, sy * (y - 0.45) + 0.45, 0, h, skin, 0.06)
            box(sx * x - 0.4, sx * x + 0.4, -y + 0.4, y - 0.4, h - 0.9, h - 0.1, skin, 0.05)
        for z in (h - 0.5,):
            box(-x, x, y - 0.85, y - 0.05, z - 0.4, z + 0.4, skin, 0.05)
    else:
        for sx in (-1, 1):
            box(*sorted((sx * x, sx * (x - 1.1))), -y, y, 0, h, skin, 0.1)
        box(-x + 1, x - 1, y - 0.6, y - 0.2, 2, h - 0.4, skin, 0)
        box(-x + 1, x - 1, -y + 0.8, -y + 1.6, 0, 2.4, skin, 0.04)
    gap = (h - 3.6) / count
    for at in range(count + 1):
        z = (h - 1.1 if at == count else 2.4 + at * gap)
        if is_open and at == count:
            break
        t = 0.7 if is_open else 1.1
        box(-x + (0.4 if is_open else 1.05), x - (0.4 if is_open else 1.05), -y + 0.15, y - 0.5, z, z + t, skin, 0.08)
        if at < count:
            _things(at, x - 1.8, y, z + t, gap - t, m)
    return {'view': {'turn': 26, 'rise': 7, 'fill': (0.8, 0.82)},
            'detail': {'at': (-x * 0.3, -y, 2.4 + gap * 3.2), 'radius': 13, 'turn': 34, 'rise': 14}}


def _things(at, x, y, z, room, m):
    if at % 3 == 2:
        pot(-x * 0.55, 0, z, min(9, room * 0.6), m, at)
        for nth in range(3):
            box(x * 0.05, x * 0.05 + 9.5 - nth, -3.5, 3, z + nth * 1.25, z + nth * 1.25 + 1.2,
                m.fixed('painted', SPINES[(at + nth * 3) % 10], rough=0.65), 0.08)
        pot(x * 0.05 + 4.2, -0.4, z + 3.75, 3.6, m, at + 2)
    elif at % 2 == 0:
        books(-x, x, z, z + room, -y + 2, m, at * 13 + 5, 0.48)
        pot(x * 0.55, 0, z, min(8, room * 0.55), m, at + 1)
    else:
        pot(-x * 0.6, 0, z, min(7, room * 0.5), m, at + 3)
        books(x * 0.1, x, z, z + room, -y + 2, m, at * 13 + 5, 0.98)
