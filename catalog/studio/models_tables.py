"""Tables, desks, consoles and benches without a back."""
import numpy as np

from registry import model
from shapes import box, drum, lathe, place, post, smooth_profile, tube

KNOB = [(0, 0), (0.22, 0), (0.2, 0.45), (0.42, 0.7), (0.44, 0.85), (0.36, 1.0), (0, 1.02)]


@model('table')
def table(piece, m):
    """Tops on legs, trestles, slabs, drums and pedestals."""
    shape = piece['drawing']
    w, d, h = piece['size']
    surface = shape.get('surface', 'wood')
    if surface == 'marble' and piece['tones'][0]['tone'] == 'travertine':
        surface = 'stone'
    top = m.main(surface)
    if shape['legs'] == 'hairpin':
        legs = m.metal()
    elif surface == 'wood' or shape['legs'] in ('slab', 'drum'):
        legs = top
    else:
        legs = m.second('painted', rough=0.5)
    if shape['top'] == 'rect':
        return _rectangular(shape, w, d, h, top, legs, m)
    return _round(shape, w, d, h, top, legs)


def _rectangular(shape, w, d, h, top, legs, m):
    thick = min(2.0, max(1.0, h * 0.055))
    x, y = w / 2, d / 2
    if shape['legs'] == 'trestle':
        planks = 5
        for at in range(planks):
            a, b = -y + d * at / planks, -y + d * (at + 1) / planks
            box(-x, x, a + 0.03, b - 0.03, h - thick, h, top, 0.09)
    else:
        box(-x, x, -y, y, h - thick, h, top, 0.16, 3)
    under = h - thick
    kind = shape['legs']
    if kind == 'slab':
        for side in (-1, 1):
            inner = side * (x - 9)
            box(min(inner, inner - side * 2.4), max(inner, inner - side * 2.4), -y + 4, y - 4, 0, under, legs, 0.14, 3)
        if not shape.get('surface'):
            box(-x + 10, x - 10, -1, 1, h * 0.45, h * 0.45 + 4, legs, 0.1)
    elif kind == 'trestle':
        _trestles(x, y, under, legs)
    else:
        _four_legs(shape, w, x, y, h, under, legs, m)
    if shape.get('shelf'):
        for at in np.linspace(-y + 2.2, y - 2.2, 5):
            box(-x + 1.2, x - 1.2, at - 1.0, at + 1.0, h * 0.24, h * 0.24 + 0.8, legs, 0.1)
    return {'view': {'turn': 27, 'rise': 13}, 'detail': {'at': (-x * 0.8, -y * 0.7, h - 4), 'radius': 11}}


def _trestles(x, y, under, legs):
    for side in (-1, 1):
        at = side * x * 0.62
        box(at - 1.7, at + 1.7, -y * 0.82, y * 0.82, 0, 2.4, legs, 0.3, 3)
        box(at - 1.6, at + 1.6, -y * 0.82, y * 0.82, under - 2.2, under, legs, 0.2)
        for tilt in (-1, 1):
            post((at, tilt * y * 0.62, 2), (at, tilt * y * 0.14, under - 2), 1.55, 1.55, legs, square=True)
    box(-x * 0.62 - 3.5, x * 0.62 + 3.5, -0.9, 0.9, under * 0.34, under * 0.34 + 3.2, legs, 0.15)


def _four_legs(shape, w, x, y, h, under, legs, m):
    stout = max(1.5, min(3.0, w * 0.036))
    inset = 1.4 if shape['legs'] == 'straight' else 3.0
    for sx in (-1, 1):
        for sy in (-1, 1):
            at = (sx * (x - inset - stout / 2), sy * (y - inset - stout / 2))
            if shape['legs'] == 'taper':
                post((at[0] + sx * 0.9, at[1] + sy * 0.5, 0), (*at, under), stout * 0.3, stout * 0.55, legs)
            else:
                box(at[0] - stout / 2, at[0] + stout / 2, at[1] - stout / 2, at[1] + stout / 2, 0, under, legs, 0.16)
    deep = 4.6 if shape.get('drawer') else 2.8
    ix, iy = x - inset - stout * 0.5, y - inset - stout * 0.5
    for side in (-1, 1):
        box(side * ix - 0.45, side * ix + 0.45, -iy, iy, under - deep, under, legs, 0.06)
        if side > 0 or not shape.get('drawer'):
            box(-ix, ix, side * iy - 0.45, side * iy + 0.45, under - deep, under, legs, 0.06)
    if shape.get('drawer'):
        count = 2 if w > 40 else 1
        for at in range(count):
            a, b = -ix + 2 * ix * at / count, -ix + 2 * ix * (at + 1) / count
            box(a + 0.25, b - 0.25, -iy - 0.55, -iy + 0.35, under - deep, under - 0.15, legs, 0.07)
            knob = lathe(KNOB, m.metal(), 24)
            place(knob, ((a + b) / 2, -iy - 0.5, under - deep / 2 - 0.1), (90, 0, 0))


def _round(shape, w, d, h, top, legs):
    r = w / 2
    kind = shape['legs']
    if kind == 'drum':
        drum(r, h - 1.4, h, top, 0.5)
        drum(r * 0.8, 0, h - 1.4, legs, 0.15)
        return {'view': {'rise': 16}, 'detail': {'at': (-r * 0.4, -r * 0.7, h - 2), 'radius': 8}}
    thick = min(1.3, h * 0.06)
    drum(r, h - thick, h, top, 0.3)
    if kind == 'pedestal':
        under = h - thick
        foot = r * 0.52
        lathe(smooth_profile([(0, 0), (foot, 0), (foot, 0.6), (foot * 0.92, 1.1), (foot * 0.45, 2.6), (r * 0.13, 6.5),
                              (r * 0.095, under * 0.55), (r * 0.12, under - 3.5), (r * 0.3, under - 0.6),
                              (r * 0.32, under)], 6), legs, 72)
    else:
        for step in range(3):
            a = np.radians(120 * step + 100)
            out = np.array([np.cos(a), np.sin(a)])
            side = np.array([-out[1], out[0]])
            low = (*(out * r * 0.92), 0.3)
            for s in (-1, 1):
                high = (*(out * r * 0.62 + side * s * 2.0), h - thick)
                tube([high, (*(np.array(high[:2]) * 0.1 + np.array(low[:2]) * 0.9 + side * s * 0.3), 1.2), low], 0.24,
                     legs)
    return {'view': {'rise': 14}, 'detail': {'at': (-r * 0.3, -r * 0.75, h - 2), 'radius': 8}}
