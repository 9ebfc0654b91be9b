"""Fire bowls, umbrellas and lanterns."""
import math

import numpy as np
from mathutils import Vector, noise

from registry import model
from shapes import box, drum, lathe, make, post, smooth_profile, tube


@model('fire')
def fire(piece, m):
    """A cast bowl with lava stone and a flame."""
    w, d, h = piece['size']
    r = w / 2
    skin = m.main('stone')
    lathe(smooth_profile([(0, 0), (r * 0.52, 0), (r * 0.56, 0.8), (r * 0.86, h * 0.5), (r * 0.985, h * 0.86), (r, h - 0.5),
                          (r * 0.985, h), (r * 0.9, h), (r * 0.885, h - 0.6), (r * 0.86, h * 0.82), (r * 0.5, h * 0.72),
                          (0, h * 0.7)], 7), skin, 120)
    coal = m.fixed('stone', '#2b2827')
    chance = np.random.default_rng(4)
    for _ in range(150):
        reach, angle = r * 0.78 * math.sqrt(chance.random()), chance.random() * 2 * math.pi
        size = 0.7 + chance.random() * 0.9
        lump = lathe(smooth_profile([(0, -size * 0.7), (size * 0.9, -size * 0.3), (size, size * 0.2), (0, size * 0.6)], 3),
                     coal, 9, (reach * math.cos(angle), reach * math.sin(angle), h * 0.8 + chance.random() * 0.5))
        lump.rotation_euler = tuple(chance.random(3) * 6)
    for x, y, tall, wide in ((0, 0, 13, 2.6), (-4.2, 1, 8.5, 2.2), (4.4, -0.6, 9.6, 2.2), (1.8, 2.4, 7, 1.9), (-2, -2.2, 6.5, 1.9)):
        _flame(x, y, h * 0.8, tall, wide, m)
    return {'view': {'turn': 20, 'rise': 17, 'fill': (0.8, 0.7)}, 'detail': {'at': (0, -r * 0.3, h), 'radius': r * 0.5, 'rise': 24}}


def _flame(x, y, z, tall, wide, m):
    points, faces, ring, steps = [], [], 20, 26
    for level in range(steps + 1):
        t = level / steps
        r = wide * math.sin(math.pi * min(1, t * 0.92 + 0.08)) ** 0.9 * (1 - t) ** 0.55
        sway = Vector((noise.noise(Vector((x, t * 2.2, 1))), noise.noise(Vector((y, t * 2.2, 5))), 0)) * 2.4 * t
        for at in range(ring):
            a = 2 * math.pi * at / ring
            points.append((x + sway.x + r * math.cos(a), y + sway.y + r * math.sin(a), z + tall * t))
    for level in range(steps):
        for at in range(ring):
            n = (at + 1) % ring
            faces.append((level * ring + at, level * ring + n, (level + 1) * ring + n, (level + 1) * ring + at))
    make('flame', points, faces, m.fixed('flame', '#ffb45a'))


@model('umbrella')
def umbrella(piece, m):
    """Eight panels of canvas on ribs, a pole, a round foot."""
    w, d, h = piece['size']
    r = w / 2
    cloth, pole = m.main('linen'), m.wood()
    rim, crown = h * 0.76, h - 3
    ribs = 8
    points, faces, across, down = [], [], 12, 16
    for panel in range(ribs):
        base = len(points)
        for j in range(down + 1):
            t = j / down
            for i in range(across + 1):
                u = i / across
                a = 2 * math.pi * (panel + u) / ribs
                chord = math.cos(math.pi / ribs) / math.cos(math.pi / ribs * (2 * u - 1))
                slack = 1 - 0.05 * t * 4 * u * (1 - u)
                reach = r * t * chord * slack
                sag = 2.2 * t * 4 * u * (1 - u) * (1 - 0.3 * t)
                points.append((reach * math.cos(a), reach * math.sin(a), crown - (crown - rim) * t ** 1.12 - sag))
        for j in range(down):
            for i in range(across):
                at = base + j * (across + 1) + i
                faces.append((at, at + 1, at + across + 2, at + across + 1))
    canopy = make('canopy', points, faces, cloth, auto=25)
    canopy.modifiers.new('thick', 'SOLIDIFY').thickness = 0.004
    for panel in range(ribs):
        a = 2 * math.pi * panel / ribs
        c, s = math.cos(a), math.sin(a)
        tube([(r * t * c, r * t * s, crown - (crown - rim) * t ** 1.12 - 0.6) for t in np.linspace(0.02, 0.985, 8)], 0.4, pole)
        post((0, 0, rim - 2), (r * 0.5 * c, r * 0.5 * s, crown - (crown - rim) * 0.5 ** 1.12 - 0.8), 0.35, 0.35, pole)
        _hem(a, 2 * math.pi * (panel + 1) / ribs, r, rim, cloth)
    post((0, 0, 0), (0, 0, h - 2), 0.95, 0.85, pole)
    lathe([(0, h - 3), (2.2, h - 3.2), (2.0, h - 2.4), (0.9, h - 1.8), (0.9, h - 0.6), (0, h)], pole, 32)
    drum(1.7, rim - 4, rim - 1.4, pole, 0.3)
    drum(11, 0, 2.4, m.fixed('stone', '#6f6c68'), 0.6)
    post((0, 0, 2), (0, 0, 12), 1.5, 1.4, m.fixed('metal', '#4a4744'))
    return {'view': {'turn': 14, 'rise': 3, 'fill': (0.86, 0.84)}, 'detail': {'at': (0, 0, rim + 4), 'radius': 20, 'rise': -6}}


def _hem(a, b, r, rim, cloth):
    """The valance between two ribs."""
    p, q = (r * math.cos(a), r * math.sin(a)), (r * math.cos(b), r * math.sin(b))
    points, steps = [], 12
    for i in range(steps + 1):
        u = i / steps
        x, y = p[0] + (q[0] - p[0]) * u, p[1] + (q[1] - p[1]) * u
        slack = 1 - 0.05 * 4 * u * (1 - u)
        sag = 2.2 * 4 * u * (1 - u) * 0.7
        points += [(x * slack, y * slack, rim - sag + 0.2), (x * slack * 1.004, y * slack * 1.004, rim - sag * 0.6 - 4.2)]
    make('hem', points, [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(steps)], cloth)


@model('lantern')
def lantern(piece, m):
    """A cage of metal with panes and a burning candle."""
    w, d, h = piece['size']
    skin = m.main('metal')
    x, y, body = w / 2, d / 2, h * 0.7
    box(-x, x, -y, y, 0, 0.7, skin, 0.1)
    box(-x + 0.2, x - 0.2, -y + 0.2, y - 0.2, body - 0.5, body, skin, 0.08)
    for sx in (-1, 1):
        for sy in (-1, 1):
            cx, cy = sx * (x - 0.5), sy * (y - 0.5)
            box(cx - 0.3, cx + 0.3, cy - 0.3, cy + 0.3, 0.6, body, skin, 0.05)
    for side in (-1, 1):
        box(side * (x - 0.5) - 0.1, side * (x - 0.5) + 0.1, -y + 0.6, y - 0.6, body * 0.5 - 0.12, body * 0.5 + 0.12, skin, 0)
        box(-x + 0.6, x - 0.6, side * (y - 0.5) - 0.1, side * (y - 0.5) + 0.1, body * 0.5 - 0.12, body * 0.5 + 0.12, skin, 0)
        box(-0.1, 0.1, side * (y - 0.5) - 0.1, side * (y - 0.5) + 0.1, 0.6, body - 0.4, skin, 0)
        box(side * (x - 0.5) - 0.1, side * (x - 0.5) + 0.1, -0.1, 0.1, 0.6, body - 0.4, skin, 0)
    roof = [(-x, -y, body), (x, -y, body), (x, y, body), (-x, y, body),
            *[(sx * x * 0.36, sy * y * 0.36, h * 0.82) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]]
    make('roof', roof, [(0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7), (4, 5, 6, 7)], skin, smooth=False)
    box(-x * 0.3, x * 0.3, -y * 0.3, y * 0.3, h * 0.82, h * 0.87, skin, 0.1)
    tube([(x * 0.42 * math.cos(a), 0, h * 0.885 + h * 0.1 * math.sin(a)) for a in np.linspace(-0.2, math.pi + 0.2, 25)], 0.16,
         skin)
    wax = m.fixed('wax', '#f3ead9')
    drum(1.5, 0.7, body * 0.52, wax, 0.25)
    post((0, 0, body * 0.52), (0.05, 0, body * 0.52 + 0.45), 0.06, 0.05, m.fixed('painted', '#222222'))
    lathe(smooth_profile([(0, 0), (0.28, 0.3), (0.26, 0.7), (0.1, 1.25), (0, 1.6)], 6), m.fixed('glow', '#ffc873', power=9.0),
          24, (0.05, 0, body * 0.52 + 0.3))
    return {'view': {'turn': 33, 'rise': 12, 'fill': (0.66, 0.74)}, 'detail': {'at': (0, -y, body * 0.6), 'radius': w * 0.5}}
