"""Sofas, sectionals, loveseats and upholstered armchairs."""
import math

import bmesh
import numpy as np

from cushions import soft_box
from materials import FAMILY
from registry import model
from shapes import box, drum, make, place, post, prism, tube

SEAT = 17.5


@model('sofa')
def sofa(piece, m):
    """Legs, base, arms, back, seat and back cushions; a tub where arm and back are one round shell."""
    shape, (w, d, h) = piece['drawing'], piece['size']
    cover = m.main(FAMILY[shape.get('cover', 'fabric')])
    is_tub = shape['arm'] == 'round' and shape['legs'] == 'plinth'
    if is_tub:
        return _tub(shape, w, d, h, cover, m)
    chaise = shape.get('chaise')
    deep = min(d, 40) if chaise else d
    # the chaise stands out to the front; the rest keeps the back line
    back_y = d / 2
    front_y = back_y - deep
    arm = {'track': 5.2, 'round': 7.2, 'slope': 3.6, 'none': 0}[shape['arm']] * min(1, w / 60 + 0.25)
    low = {'plinth': 1.6, 'block': 3.0, 'taper': 5.8, 'metal': 5.2}[shape['legs']]
    frame = _Frame(w, h, front_y, back_y, arm, low, seat=min(SEAT, h - 10.5))
    _legs(shape, frame, m, chaise, d)
    _base(shape, frame, cover, chaise, d)
    if arm:
        for side in (-1, 1):
            _arm(shape['arm'], side, frame, cover)
    _back(shape, frame, cover, piece)
    _seats(shape, frame, cover, chaise, d)
    is_chair = w < 45
    return {'view': {'turn': 32 if is_chair else 24, 'rise': 12 if is_chair else 11,
                     'fill': (0.76, 0.72) if is_chair else (0.9, 0.78)},
            'detail': {'at': (-w * 0.36, front_y + 6, SEAT + 1), 'radius': 15, 'turn': 38, 'rise': 24}}


class _Frame:
    """The measures that all parts of a sofa share."""

    def __init__(self, w, h, front, back, arm, low, seat):
        self.w, self.h, self.front, self.back, self.arm, self.low, self.seat = w, h, front, back, arm, low, seat
        self.inside = w / 2 - arm
        self.thick = 8.0 if back - front > 34 else 6.5


def _legs(shape, f, m, chaise, d):
    x, spots = f.w / 2 - 3.2, []
    for side in (-1, 1):
        for y in (f.front + 3.2, f.back - 3.5):
            spots.append((side * x, y, side))
    if chaise:
        side = -1 if chaise == 'left' else 1
        spots += [(side * x, -d / 2 + 3, side), (side * (f.inside * 0.42), -d / 2 + 3, -side)]
    kind = shape['legs']
    if kind == 'plinth':
        dark = m.fixed('painted', '#2a2623', rough=0.6)
        box(-f.w / 2 + 2.5, f.w / 2 - 2.5, f.front + 2.5, f.back - 2, 0, f.low + 0.3, dark)
        if chaise:
            side = -1 if chaise == 'left' else 1
            box(*sorted((side * (f.w / 2 - 2.5), side * (f.inside * 0.36))), -d / 2 + 2.5, f.front + 4, 0, f.low + 0.3,
                dark)
        return
    for x, y, side in spots:
        out = 1 if y > 0 else -1
        if kind == 'taper':
            post((x + side * 0.8, y + out * 0.6, 0), (x, y, f.low + 0.6), 0.55, 1.0, m.wood())
        elif kind == 'metal':
            box(x - 0.32, x + 0.32, y - 0.32, y + 0.32, 0, f.low + 0.4, m.metal(), 0.06)
        else:
            box(x - 1.4, x + 1.4, y - 1.4, y + 1.4, 0, f.low + 0.4, m.wood(), 0.2)
    if kind == 'metal':
        for y in (f.front + 3.2, f.back - 3.5):
            box(-x, x, y - 0.3, y + 0.3, f.low - 0.5, f.low + 0.2, m.metal(), 0.05)


def _base(shape, f, cover, chaise, d):
    top = f.seat - 5.6
    place(soft_box((f.inside + 0.3) * 2, f.back - f.front - 1.6, top - f.low, cover, radius=0.7, crown=0.1, swell=0.15,
                   wrinkle=0.05, seed=1), (0, (f.front + f.back) / 2 + 0.4, (top + f.low) / 2))
    if chaise:
        side = -1 if chaise == 'left' else 1
        x0, x1 = sorted((side * (f.w / 2 - 0.2), side * (f.inside / 3 + 0.2)))
        place(soft_box(x1 - x0, f.front + d / 2 + 4, top - f.low, cover, radius=0.8, crown=0.1, swell=0.2, wrinkle=0.05,
                       seam='piping', seed=2), ((x0 + x1) / 2, (-d / 2 + f.front + 4) / 2, (top + f.low) / 2))


def _arm(kind, side, f, cover):
    high = min(25.0, f.h - 3.5) if kind != 'slope' else min(23.5, f.h - 4)
    middle = side * (f.w / 2 - f.arm / 2)
    deep = f.back - f.front
    if kind == 'track':
        place(soft_box(f.arm, high - f.low, deep, cover, radius=0.85, crown=0.12, swell=0.12, wrinkle=0.07,
                       seam='piping', seed=3 + side, turned=True), (middle, (f.front + f.back) / 2, (high + f.low) / 2))
    elif kind == 'round':
        half = f.arm / 2
        turn = [(half * math.cos(a), high - half + half * math.sin(a)) for a in np.linspace(0, math.pi, 25)]
        outline = [(half * 0.88, f.low), *turn, (-half * 0.88, f.low)]
        outline.insert(1, (half * 0.88, high - half * 1.9))
        outline.insert(-1, (-half * 0.88, high - half * 1.9))
        place(prism(outline[::-1], deep, cover, 1.0, 5), (middle, (f.front + f.back) / 2, 0))
        ring = [(middle + x * 0.97, f.front + 0.35, z if z > f.low + 1 else f.low + 0.5) for x, z in outline]
        tube(_rounded(ring), 0.15, cover)
    else:
        base = f.low
        rear = min(high + 3.5, f.h - 1.5)
        outline = [(-deep / 2, base), (-deep / 2 + 0.3, high - 4.5), (-deep / 2 + 2.2, high - 2.6),
                   (deep * 0.1, high), (deep / 2 - 1, rear), (deep / 2, rear - 1), (deep / 2, base)]
        arm = prism(_smooth(outline), f.arm, cover, 1.3, 5)
        place(arm, (middle, (f.front + f.back) / 2, 0), (0, 0, 90))


def _smooth(outline, steps=5):
    """Softens the corners of an outline but keeps its feet."""
    out = [outline[0]]
    for a, b, c in zip(outline, outline[1:], outline[2:]):
        a, b, c = map(np.array, (a, b, c))
        reach = min(np.linalg.norm(a - b), np.linalg.norm(c - b)) * 0.45
        p, q = b + (a - b) / np.linalg.norm(a - b) * reach, b + (c - b) / np.linalg.norm(c - b) * reach
        out += [tuple((1 - t) ** 2 * p + 2 * t * (1 - t) * b + t * t * q) for t in np.linspace(0, 1, steps)]
    return [*out, outline[-1]]


def _rounded(points):
    """A path with more points, for cords."""
    out = []
    for a, b in zip(points, points[1:]):
        a, b = np.array(a), np.array(b)
        for t in np.linspace(0, 1, max(2, int(np.linalg.norm(b - a) / 1.5)), endpoint=False):
            out.append(tuple(a + (b - a) * t))
    return [*out, points[-1]]


def _back(shape, f, cover, piece):
    kind = shape['back']
    wide = (f.w - f.arm * (0.4 if shape['arm'] == 'slope' else 1.0)) if shape['arm'] != 'track' else f.inside * 2
    top = f.h - {'cushion': 2.5, 'loose': 3.5, 'tight': 0, 'channel': 0}[kind]
    thick = f.thick * (0.75 if kind in ('cushion', 'loose') else 0.9)
    shell = soft_box(wide, top - f.low, thick, cover, radius=1.6, crown=0.3, swell=0.2, wrinkle=0.08, seed=5,
                     seam='piping', turned=True)
    place(shell, (0, f.back - thick / 2, (top + f.low) / 2), (-4, 0, 0) if kind in ('tight', 'channel') else (0, 0, 0))
    inner = f.back - thick
    low = f.seat - 1.5
    if kind == 'tight':
        tight = soft_box(f.inside * 2 - 0.2, top - low - 0.9, 4.2, cover, radius=1.9, crown=1.0, swell=0.3,
                         wrinkle=0.13, seed=6, seam='piping', turned=True)
        place(tight, (0, inner - 0.9, (top + low) / 2 - 0.2), (-8, 0, 0))
        return
    if kind == 'channel':
        count = max(5, round(f.inside * 2 / 5.2))
        each = f.inside * 2 / count
        for at in range(count):
            place(soft_box(each + 0.25, top - low + 0.3, 4.6, cover, radius=2.0, crown=0.35, swell=0.1, wrinkle=0.05,
                           seed=at, turned=True, grid=0.7), (-f.inside + (at + 0.5) * each, inner - 0.8,
                                                             (top + low) / 2 + 0.1), (-7, 0, 0))
        return
    is_loose = kind == 'loose'
    count = shape['seats'] if shape['seats'] > 1 or f.inside < 20 else 2
    each = f.inside * 2 / count
    for at in range(count):
        tall = f.h - f.seat + 0.6 + 0.25 * (at % 2)
        cushion = soft_box(each - 0.25, tall, 7.0 if is_loose else 6.4, cover, radius=3.1 if is_loose else 2.2,
                           crown=1.6 if is_loose else 1.3, swell=0.35, pinch=0.5 if is_loose else 0.2,
                           wrinkle=0.34 if is_loose else 0.2, seed=11 + at * 3 + len(piece['key']),
                           seam=None if is_loose else 'piping', turned=True, grid=0.75)
        lean = -13 if is_loose else -10
        place(cushion, (-f.inside + (at + 0.5) * each, inner - 3.0, f.seat + tall / 2 - 0.7),
              (lean, 0, (0.8 if at % 2 else -0.6)))


def _seats(shape, f, cover, chaise, d):
    count, each = shape['seats'], f.inside * 2 / shape['seats']
    rear = f.back - f.thick * 0.75 - (0.5 if shape['back'] in ('tight', 'channel') else 2.5)
    for at in range(count):
        x0, x1, front = -f.inside + at * each, -f.inside + (at + 1) * each, f.front - 0.1
        if chaise and at == (0 if chaise == 'left' else count - 1):
            front = -d / 2 + 0.2
            if at == 0:
                x1 -= 0
        deep = rear - front
        place(soft_box(x1 - x0 - 0.12, deep, 5.8, cover, radius=1.7, crown=0.75, swell=0.35, sag=0.45, wrinkle=0.16,
                       seed=21 + at * 5, seam='piping', grid=0.8),
              ((x0 + x1) / 2, (front + rear) / 2, f.seat - 2.85))


def _tub(shape, w, d, h, cover, m):
    """A round shell that is arm and back at once: swivel chairs, curved sofas."""
    is_sofa = w > 60
    wall = 6.4 if is_sofa else 5.0
    base = 1.5
    dark = m.fixed('painted', '#2a2623', rough=0.6)
    steps, ring = 120, 28
    points, faces = [], []
    a = w / 2 - wall / 2
    for i in range(steps + 1):
        s = 2 * i / steps - 1
        # from the left arm's front round the back to the right arm's front
        x, y, out = _around(s, a, d / 2 - wall / 2, -d / 2 + (5.5 if is_sofa else 4.0))
        rise = max(0.0, math.cos(s * math.pi / 2)) ** 0.9
        top = (h - 5.5) + 5.5 * min(1.0, rise * 1.25)
        top -= 2.2 * max(0.0, abs(s) - 0.8) / 0.2 * (0.4 if is_sofa else 1)
        end = min(1.0, (1 - abs(s)) / 0.055)
        squeeze = math.sqrt(max(0.0, 1 - (1 - end) ** 2))
        for k in range(ring):
            t = 2 * math.pi * k / ring
            ct, st = math.cos(t), math.sin(t)
            q = (abs(ct) ** 3.2 + abs(st) ** 4.5) ** (-1 / 3.6)
            across = wall / 2 * ct * q * (0.25 + 0.75 * squeeze)
            mid, half = (top + base) / 2, (top - base) / 2 * (0.9 + 0.1 * squeeze)
            points.append((x + out[0] * across, y + out[1] * across, mid + half * min(1, max(-1, st * q))))
        if i < steps:
            for k in range(ring):
                n = (k + 1) % ring
                faces.append((i * ring + k, i * ring + n, (i + 1) * ring + n, (i + 1) * ring + k))
    faces += [tuple(range(ring)), tuple(range(steps * ring, steps * ring + ring))[::-1]]
    shell = make('shell', points, faces, cover)
    _outward(shell)
    seat_top = 17.2 if h > 27 else 16
    inner_w, inner_d = w - wall * 2 + 0.8, d - wall
    for part, (z0, z1, grow) in enumerate(((base + 0.4, seat_top - 6, -0.5), (seat_top - 6, seat_top, 0))):
        count = shape['seats'] if part else 1
        for at in range(count):
            each = (inner_w + grow) / count
            seat = soft_box(each - (0.1 if count > 1 else 0), inner_d + grow, z1 - z0, cover, radius=2.2 if part else 1,
                            crown=0.9 if part else 0.1, swell=0.4, sag=0.3 * part, wrinkle=0.12, seam=None, seed=part + at)
            middle = -(inner_w + grow) / 2 + (at + 0.5) * each
            _round_back(seat, middle, inner_w / 2, inner_d / 2)
            place(seat, (middle, -wall / 2 + grow * 0.2, (z0 + z1) / 2))
    if is_sofa:
        box(-w * 0.4, w * 0.4, -d * 0.3, d * 0.3, 0, base + 0.6, dark)
    else:
        drum(w * 0.32, 0, base + 0.8, dark, at=(0, 1))
    return {'view': {'turn': 24 if is_sofa else 34, 'rise': 14, 'fill': (0.9, 0.78) if is_sofa else (0.74, 0.72)},
            'detail': {'at': (-w * 0.34, -d * 0.2, 20), 'radius': 12, 'turn': 40, 'rise': 24}}


def _outward(thing):
    """Turns all faces outward."""
    form = bmesh.new()
    form.from_mesh(thing.data)
    bmesh.ops.recalc_face_normals(form, faces=form.faces)
    form.to_mesh(thing.data)
    form.free()
    thing.data.use_auto_smooth = True
    thing.data.auto_smooth_angle = math.radians(70)


def _around(s, a, rear, front):
    """The middle line of a round shell at -1..1: straight arms, a half superellipse behind. Point and outward normal."""
    bend = min(rear - 2, a * 0.95)
    start = rear - bend
    straight, curve = start - front, (a + bend) * 0.85
    share = straight / (straight + curve)
    side = 1 if s >= 0 else -1
    if abs(s) > 1 - share:
        return side * a, front + straight * (1 - abs(s)) / share, np.array([side, 0.0])
    angle = math.pi / 2 * (1 - abs(s) / (1 - share))
    power = 2.3
    c, sn = math.cos(angle), math.sin(angle)
    r = (abs(c) ** power + abs(sn) ** power) ** (-1 / power)
    out = np.array([side * (abs(c) ** (power - 1)) / a, sn ** (power - 1) / bend])
    return side * a * r * c, start + bend * r * sn, out / np.linalg.norm(out)


def _round_back(seat, middle, half_w, half_d):
    """Narrows a cushion to the back so that it fits the round shell."""
    from nodes import INCH
    for vert in seat.data.vertices:
        y = vert.co.y / INCH / half_d
        x = (vert.co.x / INCH + middle) / half_w
        share = 1 - 0.3 * max(0.0, y) ** 2.2
        bow = -1.1 * (1 - min(1.0, x * x)) * max(0.0, -y) ** 2
        vert.co.x = (x * share * half_w - middle) * INCH
        vert.co.y += bow * INCH
