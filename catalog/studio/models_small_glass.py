"""Glassware, glass vases and ornaments: real walls with thickness. Inches."""
import math

import models_small_surfaces  # noqa: F401
from models_small_profiles import drink, outer, scaled, smooth, stem_glass, vessel
from models_small_plants import leaf
from models_small_shapes import curve, strap, turned
from registry import model
from shapes import lathe, place, tube


def crystal(m):
    """Glass of the piece's colour. Its neutral is clear glass, so that 'Clear' leaves the picture as it is."""
    material = m.main('crystal', 'glass')
    if 'glass' in m.parts:
        m.parts['glass']['neutral'] = [0.735, 0.792, 0.786]
        m.parts['glass']['gloss'] = 1.0
    return material


def tumbler(r, h):
    """A straight glass with a heavy bottom."""
    return vessel(outer('tumbler', r, h), 0.1, 0.42, rim=0.06)


def facets(thing, h, count=10):
    """Cuts flat faces into the lower part of a turned glass."""
    for vert in thing.data.vertices:
        x, y, z = (each / 0.0254 for each in vert.co)
        reach = math.hypot(x, y)
        share = 1 - min(1.0, max(0.0, (z / h - 0.52) / 0.16))
        if share <= 0 or reach < 0.6:
            continue
        angle = (math.atan2(y, x)) % (2 * math.pi / count) - math.pi / count
        flat = math.cos(math.pi / count) / math.cos(angle)
        k = 1 + (flat * 1.0 - 1) * share
        vert.co.x *= k
        vert.co.y *= k


def fill(profile, level, colour, m, at):
    body = drink(profile, level)
    if body:
        turned(body, m.fixed('liquor', colour), at)


@model('glass')
def glass(piece, m):
    """Tumblers, stems, decanters, bud vases, by the profile's name."""
    shape, (d, _, h) = piece['drawing'], piece['size']
    name, stem, count = shape['profile'], shape.get('stem'), shape.get('count', 1)
    if name == 'bottle':
        return carafe(piece, m)
    if name == 'jar':
        return whiskey(piece, m)
    if name == 'bud':
        return bud_vase(piece, m)
    body = crystal(m)
    profile = stem_glass(name, d, h, stem) if stem else tumbler(d / 2, h)
    if count == 1:
        spots = [(0, 0), (-d * 1.12, 1.9)]
    elif count == 2:
        spots = [(-d * 0.5, 0.8), (d * 0.52, -0.8)]
    else:
        spots = [(-d * 0.98, 0.7), (d * 0.06, -0.9), (d * 0.98, 1.0)]
    for n, (x, y) in enumerate(spots):
        thing = turned(profile, body, (x, y, 0))
        if piece['key'] == 'edge-tumblers':
            facets(thing, h)
        place(thing, (x, y, 0), (0, 0, 20 + 31 * n))
    if shape.get('fill') and len(piece['tones']) == 1:
        fill(profile, h * (stem + (1 - stem) * 0.42), shape['fill'], m, (*spots[0], 0))
    return {'glass': True, 'view': {'turn': 4, 'rise': 9 if stem else 13, 'fill': (0.82, 0.72)},
            'detail': {'at': (spots[0][0], spots[0][1], h * 0.86), 'radius': d * 0.5, 'turn': 10, 'rise': 18}}


def carafe(piece, m):
    """A blown decanter with a wide heavy base, half full."""
    d, _, h = piece['size']
    r = d / 2
    line = [(0.0, 0.62), (0.02, 0.82), (0.07, 0.97), (0.14, 1.0), (0.22, 0.93), (0.32, 0.66), (0.42, 0.41), (0.54, 0.27),
            (0.68, 0.225), (0.82, 0.235), (0.93, 0.31), (1.0, 0.43)]
    profile = vessel(scaled(line, r, h), 0.13, 0.5, rim=0.1)
    turned(profile, crystal(m))
    fill(profile, h * 0.235, piece['drawing']['fill'], m, (0, 0, 0))
    other = stem_glass('egg', 3.6, 7.4, 0.4)
    turned(other, crystal(m), (5.4, -0.6, 0))
    fill(other, 7.4 * 0.62, piece['drawing']['fill'], m, (5.4, -0.6, 0))
    return {'glass': True, 'view': {'turn': 4, 'rise': 8, 'fill': (0.72, 0.72)},
            'detail': {'at': (0, 0, h * 0.2), 'radius': d * 0.5, 'turn': 10, 'rise': 14}}


def whiskey(piece, m):
    """A square-shouldered decanter with a stopper, and a glass beside it."""
    d, _, h = piece['size']
    r, tall = d / 2, h * 0.8
    line = [(0.02, 0.95), (0.02, 0.95), (0.06, 1.0), (0.3, 1.0), (0.76, 1.0), (0.825, 0.96), (0.85, 0.8), (0.858, 0.56),
            (0.87, 0.38), (0.9, 0.335), (0.96, 0.335), (0.99, 0.42), (1.0, 0.44)]
    profile = vessel(scaled(line, r, tall), 0.24, 0.75, rim=0.2)
    thing = turned(profile, crystal(m))
    for vert in thing.data.vertices:
        # square with soft corners, round at the neck
        x, y, z = (each / 0.0254 for each in vert.co)
        reach = math.hypot(x, y)
        share = min(1.0, max(0.0, (0.885 - z / tall) / 0.05))
        if reach > 0.01 and share > 0:
            c, s = abs(x / reach), abs(y / reach)
            k = 1 + ((c**5 + s**5) ** (-1 / 5) - 1) * share * 0.8
            k *= 1 - 0.06 * share
            vert.co.x *= k
            vert.co.y *= k
    stopper = smooth([(0, tall - 0.5), (0.5, tall - 0.5), (0.62, tall - 0.3), (0.66, tall), (0.62, tall + 0.12),
                      (0.95, tall + 0.3), (1.15, tall + 0.7), (1.15, h - 0.25), (1.0, h), (0.6, h + 0.02), (0, h + 0.02)], 5)
    turned(stopper, crystal(m))
    body = [(x, y) for x, y in drink(profile, tall * 0.55)]
    spirit = turned(body, m.fixed('liquor', piece['drawing']['fill'], bends=False))
    for vert in spirit.data.vertices:
        x, y = vert.co.x, vert.co.y
        reach = math.hypot(x, y)
        if reach > 1e-4:
            c, s = abs(x / reach), abs(y / reach)
            k = (1 + ((c**5 + s**5) ** (-1 / 5) - 1) * 0.8) * 0.94
            vert.co.x *= k
            vert.co.y *= k
    place(thing, (0, 0, 0), (0, 0, 18))
    place(spirit, (0, 0, 0), (0, 0, 18))
    low = tumbler(1.6, 3.3)
    turned(low, crystal(m), (4.6, -1.0, 0))
    fill(low, 1.15, piece['drawing']['fill'], m, (4.6, -1.0, 0))
    return {'glass': True, 'view': {'turn': 4, 'rise': 10, 'fill': (0.7, 0.7)},
            'detail': {'at': (0, 0, h * 0.72), 'radius': d * 0.5, 'turn': 10, 'rise': 16}}


def bud_vase(piece, m):
    """A small blown vase with one stem in it, another beside it."""
    d, _, h = piece['size']
    profile = vessel(outer('bud', d / 2, h), 0.12, 0.4, rim=0.09)
    turned(profile, crystal(m), (0, 0, 0))
    green, bloom = m.fixed('painted', '#5c6b47', rough=0.6), m.fixed('linen', '#e9e3d6')
    path = curve([(0.35, 0.2, 0.5), (0.1, 0, h * 0.7), (-0.15, 0, h), (-0.5, 0.1, h * 1.3), (-0.2, 0.1, h * 1.72)], 8)
    tube(path, 0.07, green)
    flower(path[-1], bloom, m.fixed('linen', '#c9a24e'))
    leaf(path[-14], (-0.8, -0.4, 0.7), 2.2, 0.7, green, 0.3, 4)
    leaf(path[-9], (0.9, -0.3, 0.6), 1.7, 0.55, green, 0.3, 5)
    return {'glass': True, 'view': {'turn': 4, 'rise': 8, 'fill': (0.6, 0.74)},
            'detail': {'at': (0, 0, h * 0.35), 'radius': d * 0.62, 'turn': 10, 'rise': 14}}


def flower(at, petal, heart):
    """An open flower with two rings of petals."""
    for ring, (count, long, rise) in enumerate(((11, 1.05, 0.25), (8, 0.72, 0.75))):
        for n in range(count):
            a = 2 * math.pi * n / count + ring * 0.3
            leaf(at, (math.cos(a), math.sin(a), rise), long, 0.52, petal, 0.22, n)
    lathe([(0, 0), (0.24, 0.02), (0.26, 0.14), (0.15, 0.24), (0, 0.27)], heart, 20, (at[0], at[1], at[2]))


@model('ornament')
def ornament(piece, m):
    """A blown ball with a painted band, its cap and a ribbon; it lies on the table."""
    r = piece['size'][0] / 2 * 0.94
    body = m.main('painted', 'glass', rough=0.09)
    ball = [(r * math.sin(a), r - r * math.cos(a)) for a in (math.pi * k / 48 for k in range(0, 47))]
    thing = turned(ball, body)
    white = m.fixed('painted', '#f3efe6', rough=0.35)
    for z, half in ((r * 1.16, 0.06), (r * 0.72, 0.06)):
        w = math.sqrt(r * r - (z - r) ** 2)
        place(lathe([(w - 0.05, z - half), (w + 0.012, z - half), (w + 0.018, z), (w + 0.012, z + half), (w - 0.05, z + half)],
                    white, 96)).parent = thing
    for n in range(18):
        a = 2 * math.pi * n / 18
        for arm in range(3):
            t = math.pi * arm / 3
            z, turn = r * 0.94, a
            pts = []
            for s in (-0.17, 0.17):
                dz, da = s * math.cos(t), s * math.sin(t) / r
                w = math.sqrt(max(0.01, r * r - (z + dz - r) ** 2)) + 0.01
                pts.append((w * math.cos(turn + da), w * math.sin(turn + da), z + dz))
            tube(pts, 0.028, white, segments=6).parent = thing
    gold = m.fixed('metal', '#c2a25f')
    cap = lathe([(0, 2 * r - 0.1), (0.36, 2 * r - 0.08), (0.38, 2 * r + 0.14), (0.34, 2 * r + 0.18), (0, 2 * r + 0.2)], gold, 32)
    cap.parent = thing
    ring = tube([(0.2 * math.cos(a), 0, 2 * r + 0.36 + 0.2 * math.sin(a)) for a in (k * 0.4189 for k in range(15))], 0.03,
                gold, closed=True)
    ring.parent = thing
    ribbon = m.fixed('velvet', '#8a2f2f' if piece['brand'] == 'CB2' else '#b9a37e')
    loop = curve([(0.0, 0, 2 * r + 0.5), (-0.5, 0.1, 2 * r + 1.5), (-0.15, 0.2, 2 * r + 2.6), (0.45, 0.1, 2 * r + 1.6),
                  (0.02, 0, 2 * r + 0.5)], 8)
    strap(loop, 0.3, 0.03, ribbon).parent = thing
    place(thing, (0, 0, 0), (0, 0, 14))
    return {'view': {'turn': 6, 'rise': 11, 'fill': (0.56, 0.62)},
            'detail': {'at': (-0.4, -r, r * 1.05), 'radius': 1.2, 'turn': 8, 'rise': 10}}
