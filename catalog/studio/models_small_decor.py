"""Vases, planters, baskets, candles, trays and boxes. Inches."""
import math
import random

from models_small_profiles import outer, smooth, vessel
from models_small_plants import twig
from models_small_shapes import curve, strap, turned
from models_small_surfaces import steel_of
from registry import model
from shapes import box, lathe, make, place, post, tube


@model('vase')
def vase(piece, m):
    """A thrown vase, matt, with a branch where the piece has one."""
    d, _, h = piece['size']
    shape = piece['drawing']
    name = shape['profile']
    line = outer(name, d / 2, h)
    profile = vessel(line, 0.26, 0.6, foot=line[0][0], foot_height=0.12, rim=0.2)
    body = turned(profile, m.main('stoneware', 'glaze', matt=True, speck=0.3 if piece['brand'] == 'CB' else 0.1), wobble=0.14)
    if name == 'urn':
        # the rings a hand leaves on the wheel
        for vert in body.data.vertices:
            z = vert.co.z / 0.0254
            k = 1 + 0.0022 * math.sin(z * 9 + 2.2 * math.sin(z * 0.9))
            vert.co.x *= k
            vert.co.y *= k
    if shape.get('hasBranch'):
        bark, leaves = m.fixed('rattan', '#6d5844'), m.fixed('painted', '#78836a', rough=0.65)
        twig((0.4, 0.2, h * 0.5), (0.28, -0.12, 1), h * 1.25, 0.16, bark, leaves, seed=11, size=2.1, pairs=11)
        twig((-0.4, 0.1, h * 0.5), (-0.42, 0.1, 1), h * 1.0, 0.13, bark, leaves, seed=23, size=1.9, pairs=9)
    return {'view': {'turn': 6, 'rise': 7, 'fill': (0.74, 0.8) if shape.get('hasBranch') else (0.5, 0.66)},
            'detail': {'at': (-d * 0.2, -d * 0.4, h * 0.66), 'radius': d * 0.36, 'turn': 12, 'rise': 8}}


@model('planter')
def planter(piece, m):
    """A tapered pot with earth and a small olive tree."""
    d, _, h = piece['size']
    line = outer('planter', d / 2, h)
    turned(vessel(line, 0.4, h * 0.3, rim=0.35), m.main('stoneware', 'glaze', matt=True, speck=0.2), wobble=0.12)
    lathe([(0, h * 0.86), (d * 0.43, h * 0.85)], m.fixed('bisque', '#3d2f25'), 48)
    bark, leaves = m.fixed('rattan', '#6d5844'), m.fixed('painted', '#6f7d62', rough=0.65)
    twig((0, 0, h * 0.8), (0.05, 0, 1), h * 1.5, 0.3, bark, leaves, seed=5, size=h * 0.2, forks=3, pairs=12)
    return {'view': {'turn': 6, 'rise': 7, 'fill': (0.74, 0.82)}}


@model('basket')
def basket(piece, m):
    """Coils of seagrass, over and under by turns, with two handles."""
    d, _, h = piece['size']
    straw = m.main('rattan', 'weave')
    rows, around = int(h / 0.95), 46
    segments, per = around * 6, 7
    points, faces, uv = [], [], []

    def radius(z):
        return d / 2 * (0.84 + 0.16 * math.sin(math.pi * min(1, 0.22 + 0.5 * z / h)))

    count = rows * per + 1
    for k in range(count):
        z = h * 0.94 * k / (count - 1)
        row, share = divmod(k, per)
        coil = math.sin(math.pi * share / per)
        for s in range(segments):
            a = 2 * math.pi * s / segments
            over = math.sin(around * a / 2 + math.pi * (row % 2))
            bulge = math.sqrt(over) if over > 0 else -0.35 * math.sqrt(-over)
            r = radius(z) + 0.34 * (coil**0.7 * bulge if bulge > 0 else bulge * coil) + 0.05 * math.sin(a * 3 + row) + 0.03 * math.sin(a * 17 + row * 5)
            points.append((r * math.cos(a), r * math.sin(a), z + 0.08 * math.sin(a * 5 + row * 2)))
            uv.append((a * r, z))
    for k in range(count - 1):
        for s in range(segments):
            n = (s + 1) % segments
            faces.append((k * segments + s, k * segments + n, (k + 1) * segments + n, (k + 1) * segments + s))
    make('basket', points, faces, straw, uv=uv)
    top = h * 0.94
    inner = [(radius(top) - 0.1, top), (radius(top * 0.6) - 0.35, top * 0.6), (radius(0.6) - 0.4, 0.7), (0.0, 0.6)]
    lathe([(radius(0) - 0.02, 0.02), (0, 0.05)], straw, 64)
    lathe(list(reversed([(r, z) for r, z in inner])), straw, 96)
    for dz, rr in ((0.0, 0.36), (0.34, 0.3)):
        ring = [((radius(top) + 0.02) * math.cos(a) + 0.02 * math.sin(9 * a), (radius(top) + 0.02) * math.sin(a),
                 top + dz + 0.05 * math.sin(7 * a)) for a in (2 * math.pi * s / 160 for s in range(160))]
        braid(ring, rr * 0.62, straw, closed=True, turns=70)
    if piece['drawing'].get('hasHandles'):
        for side in (-1, 1):
            r = radius(top)
            path = [(side * (r + 0.1), -2.6, top - 1.6), (side * (r + 0.42), -2.5, top + 0.6), (side * (r + 0.2), -1.5, top + 2.5),
                    (side * r, 0, top + 3.0), (side * (r + 0.2), 1.5, top + 2.5), (side * (r + 0.42), 2.5, top + 0.6),
                    (side * (r + 0.1), 2.6, top - 1.6)]
            braid(curve(path, 10), 0.26, straw, turns=16)
    return {'view': {'turn': 20, 'rise': 15, 'fill': (0.76, 0.72)},
            'detail': {'at': (-d * 0.16, -d * 0.46, h * 0.8), 'radius': d * 0.2, 'turn': 22, 'rise': 18}}


def braid(path, radius, material, closed=False, turns=20, strands=3):
    """Strands twisted round a path."""
    count = len(path)
    for strand in range(strands):
        line = []
        for k, spot in enumerate(path):
            before, after = path[k - 1 if k or closed else 0], path[(k + 1) % count if closed else min(count - 1, k + 1)]
            ax, ay, az = (after[i] - before[i] for i in range(3))
            length = math.sqrt(ax * ax + ay * ay + az * az) or 1
            flat = math.hypot(ax, ay) or 1e-6
            side = (-ay / flat, ax / flat, 0.0) if flat > 1e-4 * length else (1.0, 0.0, 0.0)
            along = (ax / length, ay / length, az / length)
            up = (along[1] * side[2] - along[2] * side[1], along[2] * side[0] - along[0] * side[2],
                  along[0] * side[1] - along[1] * side[0])
            a = 2 * math.pi * (turns * k / count + strand / strands)
            line.append(tuple(spot[i] + radius * 0.62 * (side[i] * math.cos(a) + up[i] * math.sin(a)) for i in range(3)))
        tube(line, radius * 0.7, material, closed=closed, segments=8)


def wick(x, y, z, m):
    """A cotton wick, a little burnt."""
    tube(curve([(x, y, z - 0.1), (x + 0.02, y, z + 0.25), (x + 0.09, y, z + 0.5)], 5), 0.05,
         m.fixed('bisque', '#4a4038'), segments=7)


@model('candle')
def candle(piece, m):
    """Wax in a stoneware cup with its wooden lid beside it, or three sticks with tapers."""
    return (jar if piece['drawing']['candle'] == 'jar' else tapers)(piece, m)


def jar(piece, m):
    d, _, h = piece['size']
    r = d / 2
    line = outer('cylinder', r, h)
    turned(vessel(line, 0.2, 0.4, rim=0.17), m.main('stoneware', 'glaze', matt=True, speck=0.4), wobble=0.03)
    wax = m.fixed('painted', '#efe2c8', rough=0.5)
    level = h * 0.84
    lathe([(0, level - 0.06), (0.25, level - 0.05), (r * 0.6, level - 0.01), (r - 0.26, level), (r - 0.2, level + 0.08)], wax, 96)
    for x in (-0.62, 0.62):
        wick(x, 0, level, m)
    lid = lathe([(0, 0), (r - 0.06, 0), (r, 0.06), (r, 0.44), (r - 0.06, 0.5), (0, 0.5)], m.wood().along('x'), 96)
    plug = lathe([(r - 0.35, 0.5), (r - 0.3, 0.72), (0, 0.72)], m.wood().along('x'), 96)
    plug.parent = lid
    place(lid, (r * 1.55, -r * 0.55, r * 0.9), (0, -66, 24))
    return {'view': {'turn': 4, 'rise': 33, 'fill': (0.76, 0.62)},
            'detail': {'at': (-0.3, -0.4, level), 'radius': 1.5, 'turn': 10, 'rise': 32}}


def tapers(piece, m):
    _, _, h = piece['size']
    metal, wax = steel_of(m, rough=0.24), m.fixed('painted', '#f0e6d2', rough=0.5)
    for x, y, tall in ((-3.2, 0.9, h), (0.3, -0.7, h * 0.72), (3.4, 1.1, h * 0.46)):
        foot = 1.75
        line = smooth([(0, 0), (foot, 0), (foot, 0), (foot, 0.18), (foot * 0.92, 0.32), (foot * 0.4, 0.52), (0.34, 0.95),
                       (0.3, tall * 0.5), (0.33, tall - 1.2), (0.6, tall - 0.85), (0.74, tall - 0.5), (0.74, tall), (0.74, tall),
                       (0.46, tall), (0.46, tall), (0.45, tall - 0.5), (0, tall - 0.5)], 6)
        turned(line, metal, (x, y, 0))
        long = 9.5
        lathe([(0.44, tall - 0.45), (0.43, tall + 0.1), (0.36, tall + long * 0.6), (0.3, tall + long - 0.3),
               (0.2, tall + long - 0.05), (0.06, tall + long)], wax, 48, (x, y, 0))
        wick(x, y, tall + long, m)
    return {'view': {'turn': 4, 'rise': 6, 'fill': (0.62, 0.84)},
            'detail': {'at': (0.3, -0.7, h * 0.72), 'radius': 2.0, 'turn': 10, 'rise': 14}}


@model('tray')
def tray(piece, m):
    """A lidded box with a soft-edged lid, or a shallow tray with hand holes."""
    w, d, h = piece['size']
    if piece['drawing'].get('isBox'):
        return keep_box(piece, m)
    wood = m.main('wood', 'wood', polish=0.28)
    box(-w / 2 + 0.2, w / 2 - 0.2, -d / 2 + 0.2, d / 2 - 0.2, 0.12, 0.5, wood, 0.04)
    for side in (-1, 1):
        y = side * (d / 2 - 0.22)
        box(-w / 2, w / 2, y - 0.22, y + 0.22, 0, h * 0.72, wood, 0.1, 3)
        x = side * (w / 2 - 0.22)
        box(x - 0.22, x + 0.22, -d / 2 + 0.1, d / 2 - 0.1, 0, h * 0.72, wood, 0.1, 3)
        grip = curve([(x, -d * 0.26, h * 0.66), (x, -d * 0.24, h * 1.1), (x, -d * 0.17, h * 1.42), (x, 0, h * 1.5),
                      (x, d * 0.17, h * 1.42), (x, d * 0.24, h * 1.1), (x, d * 0.26, h * 0.66)], 8)
        strap(grip, 0.44, 0.34, m.metal(), up=(1, 0, 0), power=3)
    return {'view': {'turn': 24, 'rise': 28, 'fill': (0.86, 0.56)},
            'detail': {'at': (-w * 0.4, -d * 0.36, h * 0.6), 'radius': 2.6, 'turn': 30, 'rise': 26}}


def keep_box(piece, m):
    w, d, h = piece['size']
    wood, dark = m.main('wood', 'wood', polish=0.35), m.fixed('velvet', '#3f4a40')
    lid = h * 0.32
    z = h - lid
    thick = 0.42
    for x0, x1, y0, y1 in ((-w / 2, w / 2, -d / 2, -d / 2 + thick), (-w / 2, w / 2, d / 2 - thick, d / 2),
                           (-w / 2, -w / 2 + thick, -d / 2 + 0.02, d / 2 - 0.02), (w / 2 - thick, w / 2, -d / 2 + 0.02, d / 2 - 0.02)):
        box(x0, x1, y0, y1, 0, z, wood, 0.07, 3)
    box(-w / 2 + 0.2, w / 2 - 0.2, -d / 2 + 0.2, d / 2 - 0.2, 0.1, 0.4, dark, 0.02)
    # fingers of the joint, dark lines at the corners
    seam = m.fixed('painted', '#3a271b', rough=0.8)
    for k in range(5):
        zz = z * (k + 0.5) / 5
        for x in (-w / 2 - 0.004, w / 2 + 0.004):
            box(x - 0.004, x + 0.004, -d / 2 + 0.06, -d / 2 + thick, zz - 0.012, zz + 0.012, seam, 0)
    # the lid lies back a little turned, so that one sees that it comes off
    top = box(-w / 2, w / 2, -d / 2, d / 2, 0, lid * 0.52, wood, 0.16, 4)
    inner = box(-w / 2 + thick + 0.06, w / 2 - thick - 0.06, -d / 2 + thick + 0.06, d / 2 - thick - 0.06, -0.3, 0.05, wood, 0.04)
    inner.parent = top
    inner.location.z -= top.location.z
    top.location = (0.45 * 0.0254, 1.5 * 0.0254, (z + lid * 0.26 + 0.12) * 0.0254)
    top.rotation_euler = (math.radians(3.5), 0, math.radians(-7))
    letters = m.fixed('leather', '#7a4f33')
    rng = random.Random(3)
    for k in range(4):
        sheet_z = z * 0.55 + 0.09 * k
        card = box(-w * 0.3, w * 0.3, -d * 0.3, d * 0.3, sheet_z, sheet_z + 0.06, m.fixed('paper', '#efe6d6'), 0.01)
        card.rotation_euler.z = math.radians(rng.uniform(-4, 4))
    post((-w * 0.2, -d * 0.1, z * 0.8), (w * 0.2, -d * 0.05, z * 0.8), 0.12, 0.12, letters)
    return {'view': {'turn': 26, 'rise': 24, 'fill': (0.84, 0.6)},
            'detail': {'at': (w * 0.3, -d * 0.5, z * 0.9), 'radius': 2.2, 'turn': 34, 'rise': 22}}
