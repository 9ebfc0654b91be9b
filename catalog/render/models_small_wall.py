"""What hangs on the wall or stands outside: mirrors, prints, clocks, lanterns, umbrellas, a fire bowl. Inches."""
import math
import random

import bpy
import models_small_surfaces  # noqa: F401
from mathutils import Vector, noise
from models_small_profiles import smooth, vessel
from models_small_shapes import turned
from nodes import INCH
from registry import model
from shapes import arc, box, drum, lathe, make, place, post, tube

EYE = 40.0


@model('art')
def art(piece, m):
    """A framed print with a mat, at the height of the eyes."""
    w, deep, h = piece['size']
    wood, z0 = m.wood(), EYE
    bar = 0.85
    for x0, x1, a, b in ((-w / 2, -w / 2 + bar, 0, h), (w / 2 - bar, w / 2, 0, h)):
        box(x0, x1, -deep, 0, z0 + a, z0 + b, wood, 0.06, 2)
    for a, b in ((0, bar), (h - bar, h)):
        box(-w / 2 + bar, w / 2 - bar, -deep, 0, z0 + a, z0 + b, wood, 0.06, 2)
    iw, ih = w - 2 * bar, h - 2 * bar
    face = m.main('printed', 'print', pattern='field', size=(iw, ih), third=(0.09, 0.1, 0.075))
    y = -deep + 0.42
    points = [(x, 0, z) for x, z in ((-iw / 2, -ih / 2), (iw / 2, -ih / 2), (iw / 2, ih / 2), (-iw / 2, ih / 2))]
    place(make('print', points, [(0, 1, 2, 3)], face, smooth=False), (0, y, z0 + h / 2))
    return {'view': {'turn': 20, 'rise': 2, 'fill': (0.68, 0.74), 'wall': True},
            'detail': {'at': (-w * 0.3, -deep, z0 + h * 0.8), 'radius': w * 0.24, 'turn': 26, 'rise': 6}}


@model('clock')
def clock(piece, m):
    """Twelve strokes and two hands in a thin rim."""
    w, deep, h = piece['size']
    r, z = w / 2, EYE
    rim, face = m.main('metal', 'metal', rough=0.3), m.fixed('painted', '#f4f1ea', rough=0.5)
    dark = m.fixed('painted', '#242322', rough=0.5)
    ring = lathe([(r - 0.5, 0), (r, 0), (r, 0), (r, deep - 0.12), (r - 0.05, deep), (r - 0.22, deep), (r - 0.28, deep - 0.1),
                  (r - 0.3, deep - 0.7), (0, deep - 0.7)], rim, 128)
    place(ring, (0, 0, z), (90, 0, 0))
    dial = lathe([(r - 0.3, deep - 0.695), (0, deep - 0.69)], face, 128)
    place(dial, (0, 0, z), (90, 0, 0))
    y = -(deep - 0.66)
    for k in range(12):
        a = 2 * math.pi * k / 12
        inner = r * (0.68 if k % 3 == 0 else 0.74)
        wide = 0.2 if k % 3 == 0 else 0.12
        mark = box(-wide / 2, wide / 2, -0.03, 0.03, inner, r * 0.86, dark, 0.01)
        mark.location = (0, 0, 0)
        for vert in mark.data.vertices:
            vert.co.z += (inner + r * 0.86) / 2 * INCH
        place(mark, (0, y, z), (0, math.degrees(a), 0))
    for length, wide, turn, lift in ((r * 0.46, 0.36, 304, 0.1), (r * 0.7, 0.26, 60, 0.18)):
        hand = box(-wide / 2, wide / 2, -0.03, 0.03, -r * 0.1, length, dark, 0.02)
        middle = (length - r * 0.1) / 2
        for vert in hand.data.vertices:
            vert.co.z += middle * INCH
        place(hand, (0, y - lift, z), (0, turn, 0))
    pin = lathe([(0.28, 0), (0.28, 0.3), (0, 0.32)], rim, 32)
    place(pin, (0, y, z), (90, 0, 0))
    return {'view': {'turn': 22, 'rise': 3, 'fill': (0.66, 0.66), 'wall': True},
            'detail': {'at': (r * 0.4, -deep, z + r * 0.45), 'radius': r * 0.5, 'turn': 30, 'rise': 6}}


@model('mirror')
def mirror(piece, m):
    """Silvered glass in a band of wood or a line of metal; what it shows is a bright room."""
    w, deep, h = piece['size']
    shape = piece['drawing']['shape']
    is_tall = h > 60
    z0 = 0.0 if is_tall else EYE - 6
    skin = m.main('metal', 'metal', rough=0.35) if piece['drawing'].get('frame') == 'metal' else None
    wide = 0.7 if skin else 1.6
    if shape == 'round':
        line = [(w / 2 * math.cos(a), h / 2 + h / 2 * math.sin(a)) for a in (2 * math.pi * k / 120 for k in range(120))]
    elif shape == 'arch':
        line = [(-w / 2, 0.0), (w / 2, 0.0), *arc(0, h - w / 2, w / 2, 0, 180, 60)]
    else:
        line = [(-w / 2, 0.0), (w / 2, 0.0), (w / 2, h), (-w / 2, h)]
    inner = _inset(line, wide)
    count = len(line)
    points = ([(x, 0, z) for x, z in line] + [(x, -deep + 0.1, z) for x, z in line]
              + [(x, -deep, z) for x, z in _inset(line, 0.12)] + [(x, -deep, z) for x, z in _inset(line, wide - 0.1)]
              + [(x, -deep + 0.1, z) for x, z in inner] + [(x, -deep * 0.45, z) for x, z in inner])
    faces = [(k * count + i, k * count + (i + 1) % count, (k + 1) * count + (i + 1) % count, (k + 1) * count + i)
             for k in range(5) for i in range(count)]
    frame = make('frame', points, faces, skin or m.main('wood', 'wood'), auto=40)
    glass = make('glass', [(x, -deep * 0.5, z) for x, z in inner], [tuple(range(count))], m.fixed('mirror', '#ffffff'),
                 smooth=False)
    for thing in (frame, glass):
        place(thing, (0, -h * 0.06 if is_tall else 0, z0), (-3.2 if is_tall else 0, 0, 0))
    _room_behind_camera(h, z0)
    return {'view': {'turn': 20, 'rise': 2, 'fill': (0.7, 0.78), 'wall': True},
            'detail': {'at': (-w * 0.36, -deep, z0 + h * 0.82), 'radius': min(w, 30) * 0.26, 'turn': 30, 'rise': 6}}


def _inset(line, by):
    out, count = [], len(line)
    for k, (x, z) in enumerate(line):
        ax, az = line[k - 1]
        bx, bz = line[(k + 1) % count]
        n1, n2 = (-(z - az), x - ax), (-(bz - z), bx - x)
        l1, l2 = math.hypot(*n1) or 1, math.hypot(*n2) or 1
        nx, nz = n1[0] / l1 + n2[0] / l2, n1[1] / l1 + n2[1] / l2
        scale = 2 / max(0.2, nx * nx + nz * nz)
        out.append((x + nx * scale * by, z + nz * scale * by))
    return out


def _room_behind_camera(h, z0):
    """A wall with a tall window far behind the camera, seen only in the mirror."""
    light = bpy.data.lights.new('far window', 'AREA')
    light.shape, light.size, light.size_y, light.energy = 'RECTANGLE', h * 0.9 * INCH, h * 1.7 * INCH, 0.012 * h * h
    thing = bpy.data.objects.new('far window', light)
    thing.location = (-h * 2.4 * INCH, -h * 6.0 * INCH, (z0 + h * 0.75) * INCH)
    thing.rotation_euler = (math.radians(90), 0, math.radians(-22))
    bpy.context.scene.collection.objects.link(thing)


@model('lantern')
def lantern(piece, m):
    """A house of metal bars with panes, a roof, a ring and a thick candle."""
    w, d, h = piece['size']
    metal, glass = m.main('metal', 'metal', rough=0.4), m.fixed('crystal', '#ffffff')
    roof, half = h * 0.72, w / 2 * 0.94
    is_cage = 'cage' in piece['key']
    box(-w / 2, w / 2, -d / 2, d / 2, 0, 0.6, metal, 0.1)
    box(-w / 2, w / 2, -d / 2, d / 2, roof, roof + 0.5, metal, 0.1)
    for x in (-half, half):
        for y in (-half, half):
            box(x - 0.3, x + 0.3, y - 0.3, y + 0.3, 0.5, roof + 0.1, metal, 0.06)
    bars = 6 if is_cage else 1
    for side in (-1, 1):
        for k in range(1, bars + 1):
            at = -half + 2 * half * k / (bars + 1)
            r = 0.09 if is_cage else 0.14
            if is_cage:
                tube([(at, side * half, 0.5), (at, side * half, roof)], r, metal, segments=8)
                tube([(side * half, at, 0.5), (side * half, at, roof)], r, metal, segments=8)
        for z in ([h * 0.25, h * 0.48] if is_cage else [h * 0.5]):
            tube([(-half, side * half, z), (half, side * half, z)], 0.1, metal, segments=8)
            tube([(side * half, -half, z), (side * half, half, z)], 0.1, metal, segments=8)
        if not is_cage:
            box(-half, half, side * half - 0.05, side * half + 0.05, 0.6, roof, glass, 0)
            box(side * half - 0.05, side * half + 0.05, -half, half, 0.6, roof, glass, 0)
    if is_cage:
        drum(w * 0.3, roof + 0.5, roof + 1.4, metal, 0.2)
    else:
        rise = h * 0.14
        a, b = w / 2 * 0.98, w * 0.16
        points = [(sx * a, sy * a, roof + 0.5) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        points += [(sx * b, sy * b, roof + 0.5 + rise) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        make('roof', points, [(0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7), (4, 5, 6, 7)], metal, smooth=False)
    ring_z = roof + (1.4 if is_cage else 0.5 + h * 0.14)
    ring = [(1.5 * math.cos(t), 0, ring_z + 1.25 + 1.4 * math.sin(t)) for t in (2 * math.pi * k / 40 for k in range(40))]
    tube(ring, 0.17, metal, closed=True, segments=10)
    wax = m.fixed('wax', '#f1e6cf')
    tall = h * 0.36
    lathe([(1.8, 0.6), (1.82, 0.7), (1.8, tall), (1.66, tall + 0.12), (1.4, tall - 0.02), (0.5, tall - 0.16), (0, tall - 0.18)],
          wax, 64)
    tube([(0, 0, tall - 0.2), (0.02, 0, tall + 0.3)], 0.05, m.fixed('bisque', '#4a4038'), segments=6)
    flame = smooth([(0.0, tall + 0.15), (0.14, tall + 0.3), (0.17, tall + 0.5), (0.1, tall + 0.85), (0.0, tall + 1.2)], 5)
    lathe(flame, m.fixed('glow', (1.0, 0.72, 0.36), power=5.0), 20)
    return {'glass': not is_cage, 'view': {'turn': 24, 'rise': 10, 'fill': (0.6, 0.76)},
            'detail': {'at': (-half * 0.5, -half, roof * 0.6), 'radius': 3.6, 'turn': 28, 'rise': 14}}


@model('umbrella')
def umbrella(piece, m):
    """Eight panels of canvas over ribs, a vent on top, a wooden pole."""
    w, _, h = piece['size']
    cloth, wood = m.main('linen', 'fabric'), m.wood()
    r, edge, top = w / 2, h * 0.76, h * 0.965

    def canopy(r0, r1, z0, z1, lift, drop):
        points, faces, per, rows = [], [], 12, 14
        for k in range(rows + 1):
            t = k / rows
            for s in range(8 * per):
                a = 2 * math.pi * s / (8 * per) + math.pi / 8
                u = (s % per) / per
                bow = 4 * u * (1 - u)
                reach = r0 + (r1 - r0) * t
                chord = math.cos(math.pi / 8) / math.cos((u - 0.5) * math.pi / 4)
                reach *= chord * (1 - 0.035 * bow * t)
                z = z1 + (z0 - z1) * t**1.12 - 1.3 * bow * t * lift
                points.append((reach * math.cos(a), reach * math.sin(a), z))
        if drop:
            base = (rows) * 8 * per
            for s in range(8 * per):
                x, y, z = points[base + s]
                points.append((x * 1.004, y * 1.004, z - drop))
            rows += 1
        count = 8 * per
        for k in range(rows):
            for s in range(count):
                n = (s + 1) % count
                faces.append((k * count + s, (k + 1) * count + s, (k + 1) * count + n, k * count + n))
        make('canopy', points, faces, cloth, auto=35)

    canopy(r * 0.13, r, edge, top - 1.5, 1.0, 4.5)
    canopy(0.8, r * 0.2, top - 3.4, top + 0.6, 0.2, 0)
    post((0, 0, 0), (0, 0, top + 1.6), 0.95, 0.9, wood)
    lathe([(0, top + 1.2), (1.1, top + 1.3), (1.2, top + 2.2), (0.6, top + 3.2), (0, top + 3.4)], wood.along('z'), 32)
    for k in range(8):
        a = 2 * math.pi * k / 8 + math.pi / 8
        c, s = math.cos(a), math.sin(a)
        post((c * 1.2, s * 1.2, top - 2.6), (c * r * 0.985, s * r * 0.985, edge - 0.7), 0.42, 0.36, wood, square=True)
        post((c * 1.2, s * 1.2, edge - 12), (c * r * 0.5, s * r * 0.5, (edge + top) / 2 - 2.4), 0.36, 0.36, wood, square=True)
    drum(2.2, edge - 13.5, edge - 10.5, wood.along('z'), 0.2)
    return {'view': {'turn': 18, 'rise': 4, 'fill': (0.88, 0.8)},
            'detail': {'at': (-r * 0.5, -r * 0.55, edge + 2), 'radius': 15, 'turn': 24, 'rise': -4}}


@model('fire')
def fire(piece, m):
    """A cast bowl with lava stones and low flames."""
    d, _, h = piece['size']
    r = d / 2
    line = [(r * 0.5, 0.0), (r * 0.56, 0.1), (r * 0.8, h * 0.3), (r * 0.95, h * 0.66), (r, h)]
    turned(vessel(line, 1.5, h * 0.55, rim=1.5), m.main('stone', 'stone'), segments=128)
    lathe([(0, h * 0.74), (r * 0.9, h * 0.72)], m.fixed('bisque', '#26221f'), 64)
    rng = random.Random(6)
    rock = m.fixed('bisque', '#3b3531')
    for n in range(110):
        a, far = rng.uniform(0, 6.283), r * 0.84 * math.sqrt(rng.random())
        size = rng.uniform(0.7, 1.4)
        points, faces = [], []
        for k in range(7):
            for s in range(9):
                p, q = math.pi * k / 6, 2 * math.pi * s / 9
                v = Vector((math.sin(p) * math.cos(q), math.sin(p) * math.sin(q), math.cos(p)))
                bump = 1 + 0.55 * noise.noise(v * 1.6 + Vector((n * 3.1, 0, 0)))
                points.append(tuple(v * size * bump))
        for k in range(6):
            for s in range(9):
                faces.append((k * 9 + s, k * 9 + (s + 1) % 9, (k + 1) * 9 + (s + 1) % 9, (k + 1) * 9 + s))
        place(make('rock', points, faces, rock, auto=35), (far * math.cos(a), far * math.sin(a), h * 0.78 + rng.uniform(0, 0.5)))
    return {'view': {'turn': 20, 'rise': 17, 'fill': (0.86, 0.56)},
            'detail': {'at': (-r * 0.3, -r * 0.85, h * 0.95), 'radius': 6, 'turn': 24, 'rise': 20}}
