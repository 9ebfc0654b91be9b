"""Rugs on the floor, pillows, throws, towels, sheets, napkins, curtains. Inches."""
import math
import random

import models_small_surfaces  # noqa: F401
import numpy as np
from mathutils import Vector, noise
from models_small_shapes import curve, folded, fringe, pillow, strap
from nodes import INCH, srgb_to_linear
from registry import model
from shapes import lathe, make, place, post, sheet, tube

WEAVES = {'stripe': 'flat', 'medallion': 'knot', 'border': 'braid', 'diamond': 'flat', 'grid': 'knot', 'arches': 'knot',
          'plain': 'shag'}
IMAGES = {'stripe': 'stripes', 'diamond': 'diamonds'}


@model('rug')
def rug(piece, m):
    """A rug lying a little uneven, bound or fringed at its short ends."""
    w, d, h = piece['size']
    pattern = piece['drawing']['pattern']
    weave = WEAVES[pattern]
    image = IMAGES.get(pattern, pattern)
    if piece['key'] == 'deck-outdoor-rug':
        image = 'decking'
    third = '#2b2f38' if pattern == 'medallion' else '#2a2724'
    face = m.main('rugged', 'pile', pattern=image, size=(float(w), float(d)), second=srgb_to_linear(piece['second'] or '#e9e1d3'),
                  third=srgb_to_linear(third), weave=weave, depth=0.5 if weave == 'shag' else 0.3 if weave == 'knot' else 0.16)
    thick = max(h, 0.35) * (1.5 if weave == 'shag' else 1.0)
    cell = 0.55 if weave == 'shag' else 1.0
    nx, ny = int(w / cell), int(d / cell)
    xs, ys = np.linspace(-w / 2, w / 2, nx + 1), np.linspace(-d / 2, d / 2, ny + 1)
    points = []
    for y in ys:
        for x in xs:
            edge = min(w / 2 - abs(x), d / 2 - abs(y))
            z = thick * min(1.0, 0.25 + 0.75 * math.sqrt(max(0.0, min(1.0, edge / max(thick, 0.4)))))
            z += max(0.0, 0.16 * noise.noise(Vector((x * 0.06, y * 0.06, 1.0))))
            if weave == 'shag':
                z += 0.3 * noise.noise(Vector((x * 0.9, y * 0.9, 4.0))) + 0.14 * noise.noise(Vector((x * 2, y * 2, 9.0)))
            sway = 0.3 * noise.noise(Vector((y * 0.07, 3.0, 0))) * (1 if abs(x) > w / 2 - 3 else 0.3)
            points.append((x + sway, y + 0.3 * noise.noise(Vector((x * 0.07, 8.0, 0))), z))
    faces = [(j * (nx + 1) + i, j * (nx + 1) + i + 1, (j + 1) * (nx + 1) + i + 1, (j + 1) * (nx + 1) + i)
             for j in range(ny) for i in range(nx)]
    ring = ([j * (nx + 1) for j in range(ny, 0, -1)] + list(range(nx))
            + [j * (nx + 1) + nx for j in range(ny)] + [ny * (nx + 1) + i for i in range(nx, 0, -1)])
    base = len(points)
    points += [(points[k][0], points[k][1], 0.0) for k in ring]
    count = len(ring)
    faces += [(ring[k], base + k, base + (k + 1) % count, ring[(k + 1) % count]) for k in range(count)]
    make('rug', points, faces, face)
    tassel = m.fixed('linen', piece['second'] if pattern in ('medallion',) else '#e6dcc9')
    if piece['drawing'].get('hasFringe'):
        for side in (-1, 1):
            fringe((-w / 2 + 0.4, side * (d / 2 - 0.1), thick * 0.45), (w / 2 - 0.4, side * (d / 2 - 0.1), thick * 0.45), 2.6,
                   tassel, every=0.95, radius=0.11, drop=thick * 0.3, seed=5 + side, away=(0, side, 0))
    return {'view': {'turn': 21, 'rise': 43, 'lens': 70, 'fill': (0.9, 0.8)},
            'detail': {'at': (-w * 0.22, -d / 2 + 5, thick), 'radius': 6.5, 'turn': 30, 'rise': 27}}


def upright(thing, lean=10.0, turn=-14.0):
    """Stands a pillow on its edge, leaning back a little; its weight presses the edge flat."""
    a = math.radians(90 - lean)
    family = [thing, *thing.children]
    height = [vert.co.y * math.sin(a) + vert.co.z * math.cos(a) for each in family for vert in each.data.vertices]
    low = sorted(height)[len(height) // 120] / INCH
    place(thing, (0, 0, -low), (90 - lean, 0, turn))


@model('pillow')
def one_pillow(piece, m):
    """A pillow standing: linen with a flange, stripes, bouclé, ribbed velvet, or a tasselled edge."""
    w, thick, h = piece['size']
    trim, cover = piece['drawing']['trim'], piece['drawing'].get('cover')
    seed = sum(map(ord, piece['key'])) % 17
    if trim == 'stripe':
        cloth = m.main('striped', 'fabric', second=srgb_to_linear(piece['second']), at=((w * 0.3, 0.9), (w * 0.385, 0.42)))
    else:
        cloth = m.main(cover or 'linen', 'fabric')
    has_flange = trim == 'plain' and not cover
    inset = 0.9 if has_flange else 0.0
    thing, ring = pillow(w - 2 * inset, h - 2 * inset, thick * 1.22, cloth, seed, flange=inset,
                         channels=11 if trim == 'channel' else 0, n=150 if trim == 'channel' else 84)
    cord = m.main(cover or 'linen', 'fabric') if trim != 'fringe' else cloth
    if has_flange:
        stitch = m.main('linen', 'fabric')
        for k in range(0, len(ring) - 1, 2):
            a, b = Vector(ring[k]), Vector(ring[k + 1])
            lift_z = Vector((0, 0, 0.055))
            tube([a * 0.992 + lift_z, a * 0.992 + (b - a) * 0.55 + lift_z], 0.035, stitch, segments=5).parent = thing
    elif trim == 'fringe':
        brush_edge(thing, ring, cloth, seed)
    else:
        tube(ring, 0.11 if trim != 'channel' else 0.13, cord, closed=True, segments=8).parent = thing
    upright(thing)
    return {'view': {'turn': 4, 'rise': 8, 'fill': (0.76, 0.7)},
            'detail': {'at': (-w * 0.36, -1.0, h * 0.74), 'radius': w * 0.17, 'turn': 10, 'rise': 10}}


def brush_edge(thing, ring, cloth, seed):
    """Loose tassels all round the edge."""
    rng = random.Random(seed)
    path = [Vector(p) for p in ring]
    far, step = 0.0, 0.17
    for a, b in zip(path, path[1:] + path[:1]):
        long_side, along = (b - a).length, (b - a).normalized()
        while far < long_side:
            root = a + along * far
            out = (along.cross(Vector((0, 0, 1))) * 0.75 + root.normalized() * 0.35).normalized()
            reach = rng.uniform(0.85, 1.25)
            bend = along * rng.uniform(-0.6, 0.6) + Vector((0, 0, rng.uniform(-0.3, 0.3)))
            pts = [root + out * reach * t + bend * t * t for t in (0, 0.3, 0.65, 1.0)]
            tube(pts, [0.07, 0.1, 0.085, 0.05], cloth, segments=5).parent = thing
            far += step
        far -= long_side


@model('folded')
def folded_goods(piece, m):
    """Folded cloth by what it is: a throw, towels, sheets, napkins."""
    key, shape = piece['key'], piece['drawing']
    if 'napkin' in key:
        return napkins(piece, m)
    if 'towel' in key:
        return towels(piece, m)
    if shape['count'] == 1:
        return throw(piece, m)
    return sheets(piece, m)


def throw(piece, m):
    """A throw folded in five with its fringe over the front."""
    is_mohair = piece['drawing'].get('cover') == 'boucle'
    cloth = m.main('mohair' if is_mohair else 'herringbone', 'fabric')
    w, d, thick = 17.0, 13.5, 0.95
    thing, top = folded(w, d, 5, thick, cloth, seed=3, front=True, droop=0.5)
    hang = [(-w / 2 + 0.25, -d / 2 + 0.05, top - 0.55), (w / 2 - 0.25, -d / 2 + 0.05, top - 0.55)]
    fringe(*hang, 3.1, cloth, every=0.55, radius=0.1, drop=2.75, seed=2, away=(0, -0.36, 0))
    fringe((-w / 2 + 0.3, d / 2 - 0.3, 0.4), (w / 2 - 0.3, d / 2 - 0.3, 0.4), 2.4, cloth, every=0.6, radius=0.1,
           drop=0.2, seed=4, away=(0, 1, 0))
    return {'view': {'turn': 24, 'rise': 20, 'fill': (0.84, 0.62)},
            'detail': {'at': (-w * 0.2, -d * 0.42, top * 0.86), 'radius': 3.0, 'turn': 26, 'rise': 26}}


def towels(piece, m):
    """Two bath towels and two hand towels, each folded in three."""
    is_waffle = 'waffle' in piece['name'].lower()
    cloth = m.main('waffle' if is_waffle else 'terry', 'fabric')
    z = 0.0
    for n, (w, d) in enumerate(((16.0, 12.0), (15.8, 11.8), (13.4, 10.2), (13.2, 10.0))):
        thing, tall = folded(w, d, 4 if n < 2 else 3, 0.62, cloth, seed=n + 2, droop=0.22)
        place(thing, (0.2 * math.sin(n * 2.2), 0.2 * math.cos(n * 1.7), z), (0, 0, (-1.6, 1.2, -0.8, 2.0)[n]))
        z += tall * 0.985
    return {'view': {'turn': 22, 'rise': 14, 'fill': (0.78, 0.66)},
            'detail': {'at': (-4.4, -5.4, z - 1.2), 'radius': 2.6, 'turn': 30, 'rise': 22}}


def sheets(piece, m):
    """Sheets and cases, folded flat and tied with a band of the same cloth."""
    is_linen = 'linen' in piece['name'].lower()
    cloth = m.main('linen' if is_linen else 'percale', 'fabric')
    z = 0.0
    w, d = 15.0, 11.0
    for n, (layers, thick) in enumerate(((5, 0.26), (5, 0.26), (3, 0.24), (3, 0.24))):
        k = 1.0 if n < 2 else 0.93
        thing, tall = folded(w * k, d * k, layers, thick, cloth, seed=n + 5, droop=0.14)
        place(thing, (0.1 * math.sin(n), 0.1 * math.cos(n * 2), z), (0, 0, (0.6, -0.9, 1.4, -0.6)[n]))
        z += tall * 0.97
    reach = d / 2 + 0.14
    loop = []
    for y, zz in ((-reach, 0.3), (-reach - 0.06, z * 0.5), (-reach + 0.1, z - 0.2), (-reach + 0.7, z + 0.12), (0, z + 0.14),
                  (reach - 0.7, z + 0.12), (reach - 0.1, z - 0.2), (reach + 0.06, z * 0.5), (reach, 0.3)):
        loop.append((-2.2, y, zz))
    strap(curve(loop, 6), 1.5, 0.07, cloth, up=(1, 0, 0))
    knot = [(-2.2 - 0.1, -0.4, z + 0.3), (-2.2, 0.1, z + 0.52), (-2.0, 0.5, z + 0.3)]
    strap(curve(knot, 6), 1.0, 0.3, cloth, up=(1, 0, 0))
    for side in (-1, 1):
        tail = [(-2.2, 0.05, z + 0.4), (-2.2 + side * 1.4, -0.5, z + 0.36), (-2.2 + side * 2.9, -1.3, z + 0.16)]
        strap(curve(tail, 6), [0.5 + 0.06 * k for k in range(13)], 0.07, cloth, up=(0, 1, 0.3))
    return {'view': {'turn': 24, 'rise': 18, 'fill': (0.82, 0.6)},
            'detail': {'at': (-4.6, -4.4, z - 0.6), 'radius': 2.5, 'turn': 30, 'rise': 24}}


def napkins(piece, m):
    """Four napkins folded in quarters, fanned, the top one with its hem to the eye."""
    cloth = m.main('linen', 'fabric')
    w, thick, z = 9.6, 0.15, 0.0
    for n in range(4):
        thing, tall = folded(w, w * 0.62, 4, thick, cloth, seed=n + 8, droop=0.03)
        place(thing, (-0.3 + 0.25 * n, 0.3 - 0.24 * n, z), (0, 0, -7 + 5.5 * n))
        if piece['drawing']['edge'] == 'hem':
            y, thread = -w * 0.31 + 0.62, m.second('linen')
            for x in np.arange(-w / 2 + 0.3, w / 2 - 0.3, 0.32):
                tube([(x, y, tall + 0.015), (x + 0.2, y, tall + 0.015)], 0.022, thread, segments=5).parent = thing
        else:
            for strand in fringe((-w / 2 + 0.1, -w * 0.31, tall - 0.1), (w / 2 - 0.1, -w * 0.31, tall - 0.1), 0.34, cloth,
                                 every=0.13, radius=0.025, drop=0.06, knots=False, seed=n):
                strand.parent = thing
        z += tall * 0.98
    return {'view': {'turn': 22, 'rise': 30, 'fill': (0.82, 0.56)},
            'detail': {'at': (-2.6, -2.4, z), 'radius': 1.8, 'turn': 28, 'rise': 32}}


@model('curtains')
def curtain(piece, m):
    """One panel on its rod, falling in folds, hem on the floor."""
    w, _, h = piece['size']
    cloth, iron = m.main('linen', 'fabric'), m.metal()
    wide, folds = w * 0.72, 8

    def point(u, v):
        z = h * (1 - v) + 0.15 + (0.9 if v < 0.001 else 0)
        spread = 1 - 0.07 * math.sin(math.pi * min(1, v * 1.1))
        deep = 0.85 + 0.75 * min(1.0, v * 2.2) * (0.75 + 0.5 * math.sin(u * 17 + 1.3))
        k = u * folds + 0.16 * math.sin(v * 2.6 + u * 11) * v + 0.2 * math.sin(u * 9)
        wave = math.sin(2 * math.pi * k)
        x = (u - 0.5) * wide * spread + 0.3 * math.sin(2 * math.pi * k * 2) * v
        y = -deep * wave * (0.8 + 0.25 * math.sin(u * 5 + 1)) - 2.6 + 0.12 * noise.noise(Vector((x * 0.4, z * 0.15, 0)))
        return x, y, max(z, 0.1)

    sheet(170, 60, point, cloth, 0.06)
    rod_z = h - 0.6
    reach = wide / 2 + 5
    place(post((-reach, 0, 0), (reach, 0, 0), 0.5, 0.5, iron), (-reach, -2.6, rod_z))
    for side in (-1, 1):
        ball = lathe([(1.05 * math.sin(a), -1.05 * math.cos(a)) for a in (math.pi * k / 16 for k in range(17))], iron, 32)
        place(ball, (side * (reach + 0.9), -2.6, rod_z))
        post((side * (reach - 2), 0, rod_z), (side * (reach - 2), -2.6, rod_z), 0.32, 0.32, iron)
        plate = lathe([(0, 0), (1.2, 0), (1.2, 0.25), (0, 0.3)], iron, 32)
        place(plate, (side * (reach - 2), 0, rod_z), (90, 0, 0))
    return {'view': {'turn': -12, 'rise': 3, 'fill': (0.7, 0.86), 'wall': True},
            'detail': {'at': (-wide * 0.22, -3, h - 5), 'radius': 6, 'turn': -16, 'rise': -6}}
