"""What hangs on or leans at a wall: mirrors, prints, clocks."""
import math

import numpy as np

from registry import model
from shapes import box, drum, make, place, prism

LIFT = 30


def ring_outline(shape, w, h, steps=72):
    """Outline (x, z) of a frame round its middle."""
    if shape == 'round':
        return [(w / 2 * math.cos(a), h / 2 * math.sin(a)) for a in np.linspace(0, 2 * math.pi, steps, endpoint=False)]
    if shape == 'arch':
        spring = h / 2 - w / 2
        return [(-w / 2, -h / 2), (w / 2, -h / 2)] + [(w / 2 * math.cos(a), spring + w / 2 * math.sin(a))
                                                      for a in np.linspace(0, math.pi, 49)]
    return [(-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2)]


@model('mirror')
def mirror(piece, m):
    """A mirror in a frame; tall ones stand on the floor and lean."""
    shape, (w, d, h) = piece['drawing'], piece['size']
    kind = shape['shape']
    skin = m.main('metal' if shape.get('frame') == 'metal' else 'wood')
    rim = 0.7 if shape.get('frame') == 'metal' else 1.5
    leans = h > 60
    middle = (0, 0, h / 2) if leans else (0, 0, LIFT + h / 2)
    turn = (-4, 0, 0) if leans else (0, 0, 0)
    parts = []
    outline, hole = ring_outline(kind, w, h), ring_outline(kind, w - 2 * rim, h - 2 * rim)
    if kind == 'rect':
        for x0, x1, z0, z1 in ((-w / 2, w / 2, -h / 2, -h / 2 + rim), (-w / 2, w / 2, h / 2 - rim, h / 2),
                               (-w / 2, -w / 2 + rim, -h / 2 + rim, h / 2 - rim),
                               (w / 2 - rim, w / 2, -h / 2 + rim, h / 2 - rim)):
            parts.append(box(x0, x1, -d / 2, d / 2, z0, z1, skin, 0.06))
    else:
        parts.append(band(outline, hole, d, skin))
    parts.append(prism(hole[::-1] if kind != 'round' else hole, 0.2, m.fixed('mirror', '#ffffff'), 0))
    for part in parts:
        at = part.location / 0.0254
        a = math.radians(turn[0])
        place(part, (at.x, at.y * math.cos(a) - at.z * math.sin(a),
                     middle[2] + at.y * math.sin(a) + at.z * math.cos(a)), turn)
    return {'view': {'turn': 20, 'rise': 5, 'wall': True, 'fill': (0.62, 0.78)},
            'detail': {'at': (-w * 0.36, -1, middle[2] + h * 0.3), 'radius': w * 0.3, 'turn': 34, 'rise': 8}}


def band(outer, inner, depth, material):
    """A flat ring between two outlines of equal count."""
    count = len(outer)
    points, faces = [], []
    soft = 0.12
    for ring, y, share in ((outer, depth / 2, 0), (outer, -depth / 2 + soft, 0), (outer, -depth / 2, soft),
                           (inner, -depth / 2, -soft), (inner, -depth / 2 + soft, 0), (inner, depth / 2, 0)):
        for (x, z), (ox, oz) in zip(ring, outer):
            far = math.hypot(x, z) or 1
            points.append((x * (1 - share / far), y, z * (1 - share / far)))
    for ring in range(6):
        for at in range(count):
            n, nxt = (at + 1) % count, (ring + 1) % 6
            faces.append((ring * count + at, ring * count + n, nxt * count + n, nxt * count + at))
    return make('band', points, faces, material, auto=35)


@model('art')
def art(piece, m):
    """A landscape of flat colour in a thin frame behind a mount."""
    w, d, h = piece['size']
    frame = m.wood()
    z = LIFT + h / 2
    rim = 0.8
    for x0, x1, z0, z1 in ((-w / 2, w / 2, -h / 2, -h / 2 + rim), (-w / 2, w / 2, h / 2 - rim, h / 2),
                           (-w / 2, -w / 2 + rim, -h / 2 + rim, h / 2 - rim), (w / 2 - rim, w / 2, -h / 2 + rim, h / 2 - rim)):
        box(x0, x1, -d / 2, d / 2, z + z0, z + z1, frame, 0.05)
    paper = m.fixed('paper', '#f3efe6')
    box(-w / 2 + 0.5, w / 2 - 0.5, 0, d / 2 - 0.1, z - h / 2 + 0.5, z + h / 2 - 0.5, paper, 0)
    a, b = w * 0.33, h * 0.335
    box(-a, a, -0.03, 0, z - b, z + b, m.fixed('paper', '#e9dcc6'), 0)
    sun = m.main('paper')
    disc = [(a * 0.34 * math.cos(t) + a * 0.28, b * 0.42 + a * 0.34 * math.sin(t)) for t in np.linspace(0, 2 * math.pi, 60)]
    place(prism(disc, 0.02, sun, 0), (0, -0.05, z))
    hills = ((0.12, 0.10, 1.1, m.second('paper'), 0), (-0.12, 0.13, 2.3, m.main('paper'), 2),
             (-0.42, 0.1, 1.5, m.fixed('paper', '#3c382f'), 4))
    for nth, (level, swell, waves, skin, phase) in enumerate(hills):
        ridge = [(x, b * (level + swell * math.sin(waves * x / a * 1.6 + phase) + 0.04 * math.sin(x * 0.9 + phase)))
                 for x in np.linspace(-a, a, 60)]
        outline = [(-a, -b), (a, -b), *ridge[::-1]]
        place(prism(outline, 0.02, skin, 0), (0, -0.08 - nth * 0.03, z))
    return {'view': {'turn': 16, 'rise': 4, 'wall': True, 'fill': (0.62, 0.74)},
            'detail': {'at': (-w * 0.25, -1, z - h * 0.25), 'radius': 8, 'turn': 32, 'rise': 10}}


@model('clock')
def clock(piece, m):
    """A dial with strokes and two hands in a rim."""
    w, d, h = piece['size']
    r, z = w / 2, LIFT + h / 2
    skin, ink = m.main('metal'), m.fixed('painted', '#242322')
    ring = ring_outline('round', w, h, 96)
    place(band(ring, ring_outline('round', w - 1.2, h - 1.2, 96), d, skin), (0, 0, z))
    place(drum(r - 0.5, 0, 0.3, m.fixed('painted', '#f3f0ea', rough=0.6), 0.02), (0, 0.2, z), (90, 0, 0))
    for hour in range(12):
        a = math.radians(30 * hour)
        long = 1.7 if hour % 3 == 0 else 1.1
        out, inn = r - 1.3, r - 1.3 - long
        stroke = box(-0.11, 0.11, -0.03, 0.03, -long / 2, long / 2, ink, 0)
        mid = (out + inn) / 2
        place(stroke, (mid * math.sin(a), -0.12, z + mid * math.cos(a)), (0, math.degrees(a), 0))
    for angle, long, wide in ((-58, r * 0.5, 0.22), (62, r * 0.72, 0.15)):
        a = math.radians(angle)
        hand = box(-wide, wide, -0.05, 0.05, -1.2, long, skin if len(piece['tones']) == 1 else ink, 0.02)
        at = (long - 1.2) / 2
        place(hand, (at * math.sin(a), -0.45, z + at * math.cos(a)), (0, angle, 0))
    place(drum(0.42, 0, 0.5, ink, 0.08), (0, -0.2, z), (90, 0, 0))
    return {'view': {'turn': 18, 'rise': 5, 'wall': True, 'fill': (0.58, 0.7)},
            'detail': {'at': (r * 0.4, -1, z + r * 0.4), 'radius': 5, 'turn': 30, 'rise': 8}}
