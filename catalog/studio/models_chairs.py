"""Dining chairs, stools, rockers, frame seats and poufs."""
import math

import numpy as np

from cushions import soft_box
from materials import FAMILY
from registry import model
from shapes import box, drum, lathe, place, post, rounded_rect, sheet, smooth_profile, tube


def bent_rail(w, bow, z0, z1, thick, y, material, lean=0.0):
    """A plank bent to the back: `bow` inches deeper in its middle, leaning by `lean` inches over its height."""
    def point(u, v):
        x = (u - 0.5) * w
        crest = 0.35 * (1 - (2 * u - 1) ** 2) if v > 0.5 else 0
        return x, y + bow * (1 - (2 * u - 1) ** 2) + lean * v, z0 + (z1 - z0) * v + crest
    rail = sheet(24, 4, point, material, thick)
    edge = rail.modifiers.new('edge', 'BEVEL')
    edge.width, edge.segments = thick * 0.0254 * 0.35, 3
    return rail


@model('chair')
def chair(piece, m):
    """Seat on four legs, with one of seven backs."""
    shape, (w, d, h) = piece['drawing'], piece['size']
    is_whole = shape.get('seat') == 'frame'
    if shape['frame'] == 'wood':
        frame = m.main('wood') if is_whole else m.wood()
    else:
        frame = m.main('metal') if is_whole else m.metal()
    cover = frame if is_whole else m.main(FAMILY[shape.get('seat', 'fabric')])
    back = shape['back']
    seat = h if back == 'none' else h - 7.5 if back == 'low' else 18.0
    build = {'slats': _spindle, 'low': _stool, 'none': _stool, 'wishbone': _wishbone, 'cane': _cane,
             'upholstered': _upholstered, 'panel': _upholstered}[back]
    build(shape, piece, w, d, h, seat, frame, cover, m)
    return {'view': {'turn': 30, 'rise': 11, 'fill': (0.7, 0.72)},
            'detail': {'at': (w * 0.1, d * 0.15, h * 0.72), 'radius': w * 0.42, 'turn': 42, 'rise': 20}}


def _splayed(w, d, seat, frame, thick=0.75, splay=1.4, inset=2.6, low=0.0):
    """Four turned legs, with stretchers."""
    spots = {}
    for sx in (-1, 1):
        for sy in (-1, 1):
            top = np.array([sx * (w / 2 - inset), sy * (d / 2 - inset), seat - 0.8])
            foot = np.array([sx * (w / 2 - inset + splay), sy * (d / 2 - inset + splay * 0.9), low])
            post(foot, top, thick * 0.62, thick, frame)
            spots[sx, sy] = (foot, top)

    def on(corner, share):
        foot, top = spots[corner]
        return foot + (top - foot) * share

    for sx in (-1, 1):
        post(on((sx, -1), 0.4), on((sx, 1), 0.4), 0.42, 0.42, frame)
    post((on((-1, -1), 0.4) + on((-1, 1), 0.4)) / 2, (on((1, -1), 0.4) + on((1, 1), 0.4)) / 2, 0.42, 0.42, frame)
    return on


def _spindle(shape, piece, w, d, h, seat, frame, cover, m):
    rocks = 'rock' in piece['key']
    low = 2.6 if rocks else 0.0
    deep = d - (10 if rocks else 2.5)
    place(soft_box(w - (5 if shape.get('arms') else 1.5), deep, 1.7, cover, radius=0.75, crown=0.0, sag=0.45, swell=0.5,
                   wrinkle=0, seed=1), (0, -0.8, seat - 0.85))
    _splayed(w - (4 if shape.get('arms') else 0), deep, seat, frame, low=low)
    wide = w - (6 if shape.get('arms') else 2.5)
    lean, y = 3.4, deep / 2 - 1.6
    count = 7
    for at in range(count):
        u = at / (count - 1) * 2 - 1
        bow = 1.0 * (1 - u * u)
        x = u * (wide / 2 - 1.6)
        outer = at in (0, count - 1)
        post((x * 0.9, y - 0.3 + bow * 0.6, seat - 0.4), (x * 1.04, y + lean + bow * 1.2, h - 2.2),
             0.55 if outer else 0.36, 0.42 if outer else 0.26, frame)
    bent_rail(wide + 1.2, 1.3, h - 3.2, h - 0.2, 0.85, y + lean - 0.1, frame, 0.35)
    if shape.get('arms'):
        for side in (-1, 1):
            x = side * (w / 2 - 1.3)
            tube([(x * 0.97, -deep / 2 - 0.6, seat + 8.3), (x, -deep / 4, seat + 8.6), (x, y, seat + 8.7),
                  (x * 0.86, y + 2.2, seat + 8.9)], [0.75, 0.85, 0.7, 0.5], frame, segments=16)
            post((x * 0.86, -deep / 2 + 2.4, seat - 0.5), (x * 0.98, -deep / 2 + 1.2, seat + 8.2), 0.5, 0.42, frame)
            post((x * 0.88, deep / 6, seat - 0.5), (x, deep / 6, seat + 8.4), 0.36, 0.3, frame)
    if rocks:
        for side in (-1, 1):
            x = side * (w / 2 - 3.4)
            path = []
            for a in np.linspace(-0.42, 0.5, 25):
                path.append((x, -0.5 + 38 * math.sin(a), 38 - 38 * math.cos(a) + 0.8))
            tube([(p[0], p[1], p[2]) for p in path], 0.8, frame, segments=14)


def _stool(shape, piece, w, d, h, seat, frame, cover, m):
    metal = shape['frame'] != 'wood'
    padded = shape.get('seat', 'fabric') != 'frame'
    if padded:
        place(soft_box(w, d, 2.6, cover, radius=1.1, crown=0.35, sag=0.1, swell=0.15, wrinkle=0.05, seam='piping'),
              (0, 0, seat - 1.5))
    else:
        place(soft_box(w, d - 1, 1.8, cover, radius=0.8, crown=0.0, sag=0.5, swell=0.4, wrinkle=0), (0, 0, seat - 0.9))
    thick = 0.42 if metal else 0.85
    feet = []
    for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        low = np.array([sx * (w / 2 - 0.5), sy * (d / 2 - 0.5), 0])
        top = np.array([sx * (w / 2 - 2.6), sy * (d / 2 - 2.6), seat - 1.6])
        post(low, top, thick if metal else thick * 0.72, thick, frame)
        feet.append((low, top))
    share = 8.0 / seat
    for at in range(4):
        a, b = feet[at], feet[(at + 1) % 4]
        lift = share + (0.0 if at % 2 == 0 else 0.07)
        post(a[0] + (a[1] - a[0]) * lift, b[0] + (b[1] - b[0]) * lift, thick * 0.8, thick * 0.8, frame)
    if metal:
        ring = [(x, y, seat - 2.7) for x, y in rounded_rect(w - 3.5, d - 3.5, 1)]
        tube(ring, 0.4, frame, closed=True)
    if shape['back'] == 'low':
        for u in (-1, -0.36, 0.36, 1):
            post((u * (w / 2 - 2.4), d / 2 - 2.2 + 0.8 * (1 - u * u), seat - 0.4),
                 (u * (w / 2 - 1.6), d / 2 - 0.6 + 1.2 * (1 - u * u), h - 1.6), 0.45, 0.36, frame)
        bent_rail(w - 1.2, 1.4, h - 3.2, h - 0.4, 0.85, d / 2 - 0.8, frame, 0.3)


def _wishbone(shape, piece, w, d, h, seat, frame, cover, m):
    cord = m.fixed('rattan', '#d8c49a')
    place(soft_box(w - 3.4, d - 4.2, 1.5, cord, radius=0.6, crown=0.15, sag=0.45, swell=0.1, wrinkle=0.02),
          (0, -1, seat - 0.6))
    for side in (-1, 1):
        post((side * (w / 2 - 1.3), -d / 2 + 1.4, 0), (side * (w / 2 - 1.6), -d / 2 + 1.8, seat + 0.4), 0.55, 0.75, frame)
        # the back legs swing out and forward to carry the rail
        path = [(side * (w / 2 - 2.4), d / 2 - 0.8, 0), (side * (w / 2 - 2.1), d / 2 - 2.6, seat * 0.55),
                (side * (w / 2 - 1.7), d / 2 - 3.6, seat), (side * (w / 2 - 0.7), d / 2 - 4.6, seat + 5),
                (side * (w / 2 + 0.1), d / 2 - 6.2, h - 2.2)]
        tube(_curve(path), np.linspace(0.6, 0.62, len(_curve(path))).tolist(), frame, segments=16)
        for z in (seat - 1.6, seat * 0.45):
            post((side * (w / 2 - 1.5), -d / 2 + 1.6, z), (side * (w / 2 - 1.9), d / 2 - 3.0, z), 0.42, 0.42, frame)
    for y, z in ((-d / 2 + 1.7, seat - 1.0), (d / 2 - 3.4, seat - 1.0), (-d / 2 + 1.5, seat * 0.42)):
        post((-w / 2 + 1.6, y, z), (w / 2 - 1.6, y, z), 0.5, 0.5, frame)
    rail = []
    for a in np.linspace(-20, 200, 45):
        c, s = math.cos(math.radians(a)), math.sin(math.radians(a))
        rail.append(((w / 2 + 0.2) * c, d / 2 - 8.6 + 7.6 * s, h - 1.4 + 0.6 * max(0, s)))
    tube(rail, [0.55 + 0.3 * math.sin(math.pi * i / 44) for i in range(45)], frame, segments=16)
    y0, y1 = d / 2 - 3.4, d / 2 - 1.3
    fork = seat + 4.5
    post((0, y0, seat - 1), (0, (y0 + y1) / 2 - 0.3, fork + 0.4), 0.7, 0.75, frame)
    for side in (-1, 1):
        path = _curve([(side * 0.3, (y0 + y1) / 2 - 0.4, fork - 0.4), (side * 1.6, (y0 + y1) / 2 + 0.1, fork + 3),
                       (side * 3.3, y1, h - 1.4)])
        tube(path, 0.5, frame, segments=14)


def _curve(path, steps=8):
    path = [np.array(each, dtype=float) for each in path]
    padded = [path[0] * 2 - path[1], *path, path[-1] * 2 - path[-2]]
    out = []
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:]):
        for t in np.linspace(0, 1, steps, endpoint=False):
            out.append(tuple(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t
                                    + (3 * b - a - 3 * c + d) * t ** 3)))
    return [*out, tuple(path[-1])]


def _frame_legs(w, d, h, seat, frame, lean=2.6, back_top=None):
    """Square tapered front legs, back legs that become the back's posts, a rail round the seat."""
    x, front, rear = w / 2 - 1.2, -d / 2 + 1.2, d / 2 - 1.2 - lean
    for side in (-1, 1):
        post((side * x, front, 0), (side * x, front, seat - 2.4), 0.52, 0.82, frame, square=True)
        post((side * x, rear + 1.6, 0), (side * x, rear, seat - 1.5), 0.55, 0.82, frame, square=True)
        if back_top:
            post((side * x, rear, seat - 2.5), (side * (x - 0.1), rear + lean, back_top), 0.82, 0.6, frame, square=True)
        box(side * x - 0.4, side * x + 0.4, front, rear, seat - 4.4, seat - 2.2, frame, 0.1)
    for y in (front, rear):
        box(-x, x, y - 0.4, y + 0.4, seat - 4.4, seat - 2.2, frame, 0.1)
    return x, front, rear


def _cane(shape, piece, w, d, h, seat, frame, cover, m):
    lean = 3.0
    x, front, rear = _frame_legs(w, d, h, seat, frame, lean, h - 0.4)
    place(soft_box(w - 1.4, rear - front + 1.6, 2.8, cover, radius=1.1, crown=0.5, sag=0.2, swell=0.2, wrinkle=0.07,
                   seam='piping'), (0, (front + rear) / 2 - 0.2, seat - 1.1))
    low, high = seat + 3.4, h - 0.6
    at = [rear + lean * (z - seat + 2.5) / (h - seat + 2) for z in (low, high)]
    for z, y in ((low, at[0]), (high, at[1])):
        place(box(-x, x, -0.55, 0.55, -0.8, 0.8, frame, 0.25, 3), (0, y, z))
    cane = m.fixed('cane', '#d9bf92', scale=1.15)
    sheet(2, 2, lambda u, v: ((u - 0.5) * 2 * x, at[0] + (at[1] - at[0]) * v - 0.1, low + (high - low) * v), cane, 0.06)
    for side in (-1, 1):
        rear_y = rear + lean * 0.42
        tube(_curve([(side * (x + 0.1), front - 0.4, seat + 7.2), (side * (x + 0.3), (front + rear) / 2, seat + 7.6),
                     (side * (x + 0.1), rear_y, seat + 7.8)]), 0.72, frame, segments=16)
        post((side * x, front, seat - 3), (side * x, front + 0.2, seat + 7), 0.8, 0.6, frame, square=True)


def _upholstered(shape, piece, w, d, h, seat, frame, cover, m):
    metal = shape['frame'] != 'wood'
    if metal:
        x, front, rear = w / 2 - 1.4, -d / 2 + 2, d / 2 - 4
        for side in (-1, 1):
            for y, out in ((front, -1), (rear, 1.8)):
                post((side * (x + 0.5), y + out, 0), (side * (x - 0.8), y, seat - 2), 0.36, 0.42, frame)
            post((side * (x - 0.8), front, seat - 2.3), (side * (x - 0.8), rear, seat - 2.3), 0.36, 0.36, frame)
    else:
        x, front, rear = _frame_legs(w, d, h, seat, frame, 3.4)
    deep = d - 3.0
    place(soft_box(w - 0.4, deep, 4.2, cover, radius=1.3, crown=0.6, sag=0.2, swell=0.2, wrinkle=0.08, seam='piping'),
          (0, -d / 2 + deep / 2, seat - 1.6))
    tall = h - seat - (0.5 if not metal else 0.2)
    shell = soft_box(w - (1.2 if not metal else 0.6), tall + 2.5, 2.8, cover, radius=1.35, crown=0.4, swell=0.2,
                     wrinkle=0.07, seed=4, seam='piping', turned=True)
    _bow(shell, w / 2, 1.0)
    place(shell, (0, d / 2 - 2.9, seat + tall / 2 - 1.2), (-9, 0, 0))


def _bow(thing, half, depth):
    """Bends a back so that its sides come forward; its cords with it."""
    from nodes import INCH
    for each in (thing, *thing.children):
        for vert in each.data.vertices:
            vert.co.y -= depth * INCH * (vert.co.x / INCH / half) ** 2


@model('frameSeat')
def frame_seat(piece, m):
    """Posts, arms and slats with loose cushions."""
    w, d, h = piece['size']
    frame, cover = m.wood(), m.main('linen')
    seats = piece['drawing']['seats']
    x, front, rear = w / 2 - 1.1, -d / 2 + 1.1, d / 2 - 1.1
    arm, top = 22.5, h - 4
    for side in (-1, 1):
        post((side * x, front, 0), (side * x, front, arm), 0.85, 1.05, frame, square=True)
        post((side * x, rear + 0.2, 0), (side * x, rear - 3.4, 14), 0.85, 1.0, frame, square=True)
        post((side * x, rear - 3.4, 13), (side * x, rear - 0.2, top), 1.0, 0.8, frame, square=True)
        place(box(-1.5, 1.5, -d / 2 - 0.4, d / 2 - 1.6, -0.5, 0.5, frame, 0.35, 3), (side * (x - 0.1), -0.4, arm + 0.3),
              (-2.2, 0, 0))
        box(side * x - 0.5, side * x + 0.5, front, rear - 3, 9.2, 11.6, frame, 0.15)
    box(-x, x, front - 0.5, front + 0.5, 9.4, 12.2, frame, 0.15)
    box(-x, x, rear - 4, rear - 3, 9.2, 11.6, frame, 0.15)
    count = max(5, round(w / 7))
    for at in range(count):
        spot = -x + 2 * x * (at + 0.5) / count
        box(spot - 1.0, spot + 1.0, front, rear - 3, 11.4, 12, frame, 0.1)
        post((spot, rear - 3.3, 12.5), (spot, rear - 0.4, top - 1), 0.34, 0.34, frame)
    place(box(-x, x, -0.45, 0.45, -1.3, 1.3, frame, 0.3, 3), (0, rear - 0.3, top - 0.6), (-9, 0, 0))
    each = (2 * x - 2.4) / seats
    for at in range(seats):
        spot = -x + 1.2 + (at + 0.5) * each
        place(soft_box(each - 0.3, d - 6.5, 4.6, cover, radius=1.6, crown=0.7, sag=0.3, swell=0.3, wrinkle=0.14,
                       seed=at * 3 + 1, seam='piping'), (spot, front + (d - 6.5) / 2 - 0.7, 14.2), (-1.5, 0, 0))
        tall = h - 16.2
        place(soft_box(each - 0.4, tall + 1, 5.2, cover, radius=2.1, crown=1.2, swell=0.3, pinch=0.3, wrinkle=0.25,
                       seed=at * 3 + 7, seam='piping', turned=True), (spot, rear - 6.0, 16.2 + tall / 2), (-12, 0, 0))
    return {'view': {'turn': 32 if seats == 1 else 25, 'rise': 12, 'fill': (0.74, 0.72) if seats == 1 else (0.9, 0.78)},
            'detail': {'at': (-x * 0.9, front + 5, 19), 'radius': 9, 'turn': 38, 'rise': 24}}


@model('pouf')
def pouf(piece, m):
    """A soft seat without a frame."""
    w, d, h = piece['size']
    cover = m.main(FAMILY[piece['drawing'].get('cover', 'fabric')])
    if piece['drawing'].get('isSquare'):
        place(soft_box(w, d, h - 1, cover, radius=1.4, crown=0.8, sag=0.2, swell=0.3, wrinkle=0.14, seam='piping',
                       grid=0.6), (0, 0, h / 2 + 0.5))
        box(-w * 0.44, w * 0.44, -d * 0.44, d * 0.44, 0, 1.2, m.fixed('painted', '#2a2623'))
        return {'view': {'turn': 33, 'rise': 17, 'fill': (0.62, 0.6)}}
    r = w / 2
    rim = [(0, 0.4), (r * 0.86, 0.4), (r * 0.97, 1.6), (r, h * 0.4), (r * 0.995, h * 0.72), (r * 0.95, h * 0.9),
           (r * 0.85, h * 0.975), (r * 0.5, h * 1.01), (0, h * 1.02)]
    body = lathe(smooth_profile(rim, 10), cover, 120)
    _crumple(body, 0.16)
    for z, share in ((h * 0.86, 0.972),):
        ring = [(r * share * math.cos(a), r * share * math.sin(a), z)
                for a in np.linspace(0, 2 * math.pi, 120, endpoint=False)]
        tube(ring, 0.16, cover, closed=True)
    drum(r * 0.8, 0, 0.6, m.fixed('painted', '#2a2623'))
    return {'view': {'turn': 20, 'rise': 18, 'fill': (0.62, 0.6)}, 'detail': {'at': (-r * 0.4, -r * 0.6, h * 0.8), 'radius': 7}}


def _crumple(thing, depth):
    """Uneven stuffing."""
    from mathutils import Vector, noise

    from nodes import INCH
    for vert in thing.data.vertices:
        push = noise.noise(Vector(vert.co) / INCH * 0.18) * depth
        flat = Vector((vert.co.x, vert.co.y, 0))
        if flat.length:
            vert.co += flat.normalized() * push * INCH
        vert.co.z += noise.noise(Vector(vert.co) / INCH * 0.15 + Vector((9, 9, 9))) * depth * 0.8 * INCH
