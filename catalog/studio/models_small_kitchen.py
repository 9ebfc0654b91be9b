"""Kitchen things: pots, pans, kettle, boards, canisters, utensils, flatware, knives. Inches."""
import math

from mathutils import Vector
from models_small_profiles import outer, smooth, vessel
from models_small_shapes import blade, curve, strap, turned
from models_small_surfaces import steel_of
from registry import model
from shapes import lathe, place, post, prism, rounded_rect, tube


@model('cook')
def cook(piece, m):
    """All kitchen things, by their kind."""
    made = {'dutchOven': dutch_oven, 'skillet': skillet, 'saucepan': saucepan, 'kettle': kettle, 'board': board,
            'canisters': canisters, 'utensils': utensils, 'flatware': flatware, 'knives': knives}
    return made[piece['drawing']['cook']](piece, m)


def dutch_oven(piece, m):
    """Enamelled iron: loop handles cast with the wall, a domed lid, a knob of brass."""
    w, d, h = piece['size']
    r, wall = d / 2 * 0.98, h * 0.62
    skin, steel = m.main('glaze', 'glaze', rough=0.12), m.fixed('metal', '#b08d57', rough=0.25)
    turned(vessel([(r * 0.86, 0.0), (r * 0.93, 0.12), (r * 0.985, 0.6), (r, wall * 0.5), (r, wall)], 0.26, 0.4, rim=0.22),
           skin, segments=128)
    lid = smooth([(r + 0.02, wall + 0.05), (r + 0.1, wall + 0.16), (r + 0.06, wall + 0.36), (r * 0.95, wall + 0.52),
                  (r * 0.72, wall + 0.8), (r * 0.35, wall + 1.02), (0.0, wall + 1.08)], 6)
    lathe([(r * 0.9, wall - 0.12), (r * 0.94, wall + 0.03), *lid], skin, 128)
    for k in (0.62,):
        z = wall + 0.86
        lathe([(r * k - 0.1, z - 0.05), (r * k - 0.05, z + 0.05), (r * k + 0.05, z + 0.02), (r * k + 0.1, z - 0.08)], skin, 128)
    z = wall + 1.05
    lathe(smooth([(0.0, z - 0.05), (0.42, z - 0.05), (0.36, z + 0.25), (0.5, z + 0.45), (0.98, z + 0.62), (1.02, z + 0.85),
                  (0.8, z + 0.98), (0.0, z + 1.03)], 6), steel, 64)
    for side in (-1, 1):
        path = curve([(side * (r - 0.1), -1.75, wall - 0.75), (side * (r + 0.75), -1.6, wall - 0.62),
                      (side * (r + 1.4), -0.95, wall - 0.56), (side * (r + 1.5), 0, wall - 0.55),
                      (side * (r + 1.4), 0.95, wall - 0.56), (side * (r + 0.75), 1.6, wall - 0.62),
                      (side * (r - 0.1), 1.75, wall - 0.75)], 8)
        strap(path, 0.42, 0.66, skin, up=(0, 0, 1), power=2.4)
    return {'view': {'turn': 22, 'rise': 15, 'fill': (0.84, 0.6)},
            'detail': {'at': (r * 0.55, -r * 0.4, wall + 0.5), 'radius': 2.7, 'turn': 34, 'rise': 16}}


def pan_handle(m, r, z, reach, wood):
    """A long handle with a steel neck, turned by its caller."""
    steel = m.fixed('metal', '#9d9c99', rough=0.3)
    strap(curve([(r - 0.05, 0, z), (r + 0.8, 0, z + 0.22), (r + 2.0, 0, z + 0.62)], 6), 0.72, 0.3, steel)
    path = curve([(r + 1.7, 0, z + 0.55), (r + 3.2, 0, z + 0.98), (r + reach * 0.65, 0, z + 1.5), (r + reach, 0, z + 1.72)], 8)
    n = len(path) - 1
    wide = [0.7 + 0.32 * (k / n) ** 1.4 if k < n - 1 else 0.75 for k in range(n + 1)]
    strap(path, wide, [0.5 + 0.16 * k / n for k in range(n + 1)], wood)


def skillet(piece, m):
    """A frying pan seen from above, its handle toward the right."""
    w, d, h = piece['size']
    r, reach = d / 2, w - d
    skin = steel_of(m, rough=0.4) if len(piece['tones']) > 1 else m.fixed('painted', piece['tones'][0]['hex'],
                                                                                        rough=0.38)
    line = [(r * 0.74, 0.0), (r * 0.78, 0.1), (r * 0.88, 0.6), (r * 0.96, 1.4), (r, h * 0.72)]
    turned(vessel(line, 0.16, 0.2, rim=0.12), skin, segments=128)
    coat = m.fixed('painted', '#1d1c1b', rough=0.3)
    lathe([(0, 0.205), (r * 0.72, 0.208), (r * 0.755, 0.23)], coat, 96)
    for k in (0.25, 0.4, 0.55, 0.68):
        lathe([(r * k - 0.04, 0.207), (r * k, 0.222), (r * k + 0.04, 0.207)], coat, 96)
    wood = m.wood().along('x')
    pan_handle(m, r * 0.985, h * 0.58, reach, wood)
    for y in (-0.28, 0.28):
        lathe([(0, 0), (0.13, 0), (0.1, 0.09), (0, 0.11)], m.fixed('metal', '#b7b9ba'), 16, (r * 0.93, y, h * 0.6))
    return {'view': {'turn': -24, 'rise': 30, 'fill': (0.88, 0.56)},
            'detail': {'at': (r * 0.98, 0, h * 0.6), 'radius': 2.6, 'turn': -30, 'rise': 30}}


def saucepan(piece, m):
    """A straight pot with a long handle and a flat lid with a loop."""
    w, d, h = piece['size']
    r, wall = d / 2, h * 0.7
    skin = steel_of(m, rough=0.18)
    turned(vessel([(r * 0.94, 0.0), (r * 0.985, 0.08), (r, 0.3), (r, wall * 0.5), (r, wall - 0.1), (r + 0.1, wall)], 0.1, 0.14),
           skin, segments=128)
    lathe(smooth([(r - 0.08, wall + 0.0), (r + 0.06, wall + 0.06), (r + 0.04, wall + 0.14), (r * 0.9, wall + 0.22),
                  (r * 0.5, wall + 0.4), (0.0, wall + 0.46)], 6), skin, 128)
    steel = m.fixed('steel', '#a9a8a5', rough=0.2)
    strap(curve([(-1.1, 0, wall + 0.38), (-0.95, 0, wall + 0.85), (-0.5, 0, wall + 1.12), (0.5, 0, wall + 1.12),
                 (0.95, 0, wall + 0.85), (1.1, 0, wall + 0.38)], 7), 0.5, 0.17, steel)
    reach = w - d
    path = curve([(r - 0.02, 0, wall - 0.75), (r + 1.0, 0, wall - 0.5), (r + 2.2, 0, wall - 0.16), (r + reach * 0.6, 0, wall + 0.22),
                  (r + reach, 0, wall + 0.42)], 8)
    n = len(path) - 1
    strap(path, [0.95 - 0.4 * math.sin(math.pi * min(1, k / n * 1.6)) if k / n < 0.62 else 0.58 + 0.3 * (k / n - 0.62)
                 for k in range(n + 1)], 0.24, steel)
    return {'view': {'turn': -18, 'rise': 15, 'fill': (0.88, 0.54)},
            'detail': {'at': (r * 0.9, -0.4, wall - 0.2), 'radius': 2.4, 'turn': -20, 'rise': 14}}


def kettle(piece, m):
    """A low belly with a swan's spout, a wooden grip on a hoop."""
    w, _, h = piece['size']
    skin = m.main('glaze', 'glaze', rough=0.14)
    steel = m.fixed('steel', '#b7b9ba', rough=0.18)
    r, wall = w * 0.4, h * 0.54
    body = smooth([(0.0, 0.05), (r * 0.86, 0.05), (r * 0.95, 0.22), (r, 0.9), (r * 0.985, wall * 0.45), (r * 0.86, wall * 0.78),
                   (r * 0.6, wall * 0.965), (r * 0.52, wall)], 7)
    lathe(body, skin, 128)
    lathe([(r * 0.85, 0.0), (r * 0.9, 0.0), (r * 0.93, 0.1), (r * 0.88, 0.16)], steel, 96)
    lathe(smooth([(r * 0.53, wall - 0.04), (r * 0.55, wall + 0.06), (r * 0.46, wall + 0.26), (r * 0.22, wall + 0.44),
                  (0.2, wall + 0.48)], 6), skin, 96)
    lathe(smooth([(0.16, wall + 0.4), (0.2, wall + 0.6), (0.5, wall + 0.8), (0.52, wall + 1.02), (0.3, wall + 1.16),
                  (0, wall + 1.18)], 5), m.wood().along('z'), 40)
    path = curve([(-r * 0.86, 0, wall * 0.42), (-r * 1.12, 0, wall * 0.66), (-r * 1.3, 0, wall * 0.92), (-r * 1.46, 0, wall * 1.06)], 8)
    n = len(path) - 1
    tube(path, [0.86 - 0.48 * (k / n) ** 0.7 for k in range(n + 1)], skin, segments=28)
    tip = path[-1]
    lathe([(0, -0.02), (0.3, 0), (0.3, 0.06), (0, 0.08)], m.fixed('painted', '#2a2826'), 24, (tip.x - 0.02, 0, tip.z - 0.02))
    hoop = [(-r * 0.66, 0, wall * 0.86), (-r * 0.74, 0, wall * 1.2), (-r * 0.62, 0, h * 0.86), (-r * 0.3, 0, h * 0.97),
            (r * 0.3, 0, h * 0.97), (r * 0.62, 0, h * 0.86), (r * 0.74, 0, wall * 1.2), (r * 0.66, 0, wall * 0.86)]
    tube(curve(hoop, 8), 0.15, steel, segments=12)
    grip = curve([(-r * 0.46, 0, h * 0.935), (-r * 0.2, 0, h * 0.985), (r * 0.2, 0, h * 0.985), (r * 0.46, 0, h * 0.935)], 8)
    n = len(grip) - 1
    tube(grip, [0.3 + 0.14 * math.sin(math.pi * k / n) for k in range(n + 1)], m.wood().along('x'), segments=20)
    return {'view': {'turn': 10, 'rise': 12, 'fill': (0.78, 0.7)},
            'detail': {'at': (-r * 1.15, -0.4, wall * 0.9), 'radius': 2.2, 'turn': 2, 'rise': 12}}


def board(piece, m):
    """A thick plank leaning on the wall, with its groove, hole and loop; another edge shows the grain."""
    w, thick, h = piece['size']
    wood = m.main('wood', 'wood').along('z')
    has_loop = piece['brand'] == 'CB2'
    if has_loop:
        # a slab with a waist, its handle the upper end
        line = curve([(w * 0.5, 0, 0.6), (w * 0.5, 0, h * 0.62), (w * 0.42, 0, h * 0.71), (w * 0.17, 0, h * 0.78),
                      (w * 0.13, 0, h * 0.85), (w * 0.135, 0, h * 0.955), (w * 0.06, 0, h * 0.998)], 8)
        half = [(p.x, p.z) for p in line]
        outline = [(w * 0.47, 0.06), *half, *[(-x, z) for x, z in reversed(half)], (-w * 0.47, 0.06)]
    else:
        outline = [(x, z + h / 2) for x, z in rounded_rect(w, h, 1.3, 8)]
    thing = prism(outline, thick, wood, 0.16, 3)
    if not has_loop:
        groove = [(x, -thick / 2 + 0.075, z + h / 2) for x, z in rounded_rect(w - 1.7, h - 1.7, 0.8, 8)]
        tube(groove, 0.1, m.fixed('wood', '#5a3d28').along('z'), closed=True, segments=12).parent = thing
        dark = m.fixed('painted', '#2b211a', rough=0.9)
        hole = lathe([(0, 0), (0.62, 0), (0.64, 0.02), (0, 0.03)], dark, 40)
        place(hole, (0, -thick / 2 - 0.012, h - 2.4), (90, 0, 0))
        hole.parent = thing
        rim = tube([(0.62 * math.cos(a), -thick / 2 - 0.01, h - 2.4 + 0.62 * math.sin(a)) for a in (k * 0.2618 for k in range(24))],
                   0.07, wood, closed=True)
        rim.parent = thing
    else:
        cord = m.fixed('leather', '#7a4f33')
        loop = curve([(0.0, -thick / 2 - 0.1, h - 1.3), (0.45, -thick / 2 - 0.35, h - 2.4), (0.2, -thick / 2 - 0.4, h - 4.4),
                      (-0.3, -thick / 2 - 0.4, h - 4.4), (-0.4, -thick / 2 - 0.35, h - 2.4), (0.0, -thick / 2 - 0.1, h - 1.3)], 8)
        strap(loop, 0.22, 0.08, cord, up=(1, 0, 0.3)).parent = thing
        eye = lathe([(0, 0), (0.34, 0), (0.35, 0.02), (0, 0.03)], m.fixed('painted', '#2b211a', rough=0.9), 32)
        place(eye, (0, -thick / 2 - 0.012, h - 1.3), (90, 0, 0))
        eye.parent = thing
    place(thing, (0, -h * 0.16, 0.08), (-9.5, 0, 0))
    return {'view': {'turn': 20, 'rise': 7, 'fill': (0.72, 0.78), 'wall': True},
            'detail': {'at': (w * 0.22, -h * 0.1, h * 0.82), 'radius': 3.6, 'turn': 28, 'rise': 8}}


def canisters(piece, m):
    """Three jars by height with wooden lids."""
    _, _, h = piece['size']
    is_matte = piece['brand'] == 'CB2'
    skin = m.main('stoneware', 'glaze', matt=is_matte, speck=0.12 if is_matte else 0.5)
    wood = m.wood().along('x')
    spots = ((-4.2, 1.2, 2.95, h), (2.2, 1.9, 2.7, h * 0.76), (0.2, -3.6, 2.45, h * 0.55))
    for n, (x, y, r, tall) in enumerate(spots):
        lid = 0.75
        body = tall - lid
        line = [(r * 0.95, 0.0), (r * 0.99, 0.08), (r, 0.4), (r, body * 0.5), (r, body - 0.15), (r * 0.985, body)]
        place(turned(vessel(line, 0.22, 0.4, rim=0.2), skin, wobble=0.03, seed=n), (x, y, 0), (0, 0, 40 * n))
        lathe([(0, body + 0.02), (r * 0.96, body + 0.02), (r * 1.005, body + 0.07), (r * 1.01, body + lid - 0.12),
               (r * 0.97, body + lid), (0, body + lid)], wood, 96, (x, y, 0))
        lathe([(r * 0.965, body - 0.02), (r * 0.99, body + 0.0), (r * 0.965, body + 0.05)], m.fixed('painted', '#d8d2c6'), 96,
              (x, y, 0))
    return {'view': {'turn': 8, 'rise': 12, 'fill': (0.82, 0.7)},
            'detail': {'at': (-4.2, -1.6, h - 1.0), 'radius': 2.4, 'turn': 14, 'rise': 18}}


def spoon(wood, length, half, slots=False):
    """A wooden spoon or turner along y from the origin, bowl at the far end."""
    shape = [(0, 0.27), (0.05, 0.33), (0.3, 0.28), (0.62, 0.25), (0.7, 0.32), (0.78, half * 0.8), (0.86, half), (0.94, half * 0.86),
             (0.985, half * (0.45 if not slots else 0.8)), (1.0, half * (0.12 if not slots else 0.72))]
    dish = None if slots else [(0, 0), (0.72, 0), (0.86, 0.3), (1, 0.08)]
    thick = [(0, 0.42), (0.6, 0.42), (0.75, 0.3), (1, 0.14)]
    return blade(length, shape, [(0, 0), (0.7, 0), (1, 0.35)], thick, wood, dish)


def utensils(piece, m):
    """A crock with two spoons, a turner and a whisk."""
    w, _, h = piece['size']
    r, tall = w / 2, h * 0.5
    skin = m.main('stoneware', 'glaze', matt=piece['brand'] == 'CB2', rim=tall, broken=0.5)
    line = outer('cylinder', r, tall)
    turned(vessel(line, 0.22, 0.4, rim=0.2), skin, wobble=0.05)
    wood = m.wood().along('y')
    for make_one, at, turn in ((spoon(wood, h * 0.93, 1.15), (-0.9, 0.4), (84, -11, 20)),
                               (spoon(wood, h * 0.86, 0.95), (0.3, 1.1), (82, 3, -30)),
                               (spoon(wood, h * 0.9, 1.25, True), (1.1, 0.3), (85, 10, 12))):
        place(make_one, (at[0], at[1], 0.5), turn)
    steel = m.fixed('steel', '#b7b9ba', rough=0.18)
    foot, top = Vector((0.2, -0.8, 0.5)), Vector((0.9, -2.2, h * 0.9))
    along = (top - foot).normalized()
    side = along.orthogonal().normalized()
    other = along.cross(side)
    post(foot, foot + along * h * 0.52, 0.27, 0.33, steel)
    start = foot + along * h * 0.52
    for k in range(5):
        a = math.pi * k / 5
        out = side * math.cos(a) + other * math.sin(a)
        line = [start + out * 0.15, start + along * 1.4 + out * 0.62, start + along * 3.1 + out * 1.12,
                start + along * 4.4 + out * 0.78, start + along * 4.75, start + along * 4.4 - out * 0.78,
                start + along * 3.1 - out * 1.12, start + along * 1.4 - out * 0.62, start - out * 0.15]
        tube(curve(line, 6), 0.045, steel, segments=6)
    return {'view': {'turn': 6, 'rise': 9, 'fill': (0.6, 0.8)},
            'detail': {'at': (0, -r * 0.7, tall * 0.92), 'radius': 2.6, 'turn': 12, 'rise': 16}}


def flatware(piece, m):
    """Knife, two forks, two spoons side by side, seen from above."""
    is_thin = piece['brand'] == 'CB2'
    skin = steel_of(m, rough=0.2)
    k = 0.62 if is_thin else 1.0
    handle = [(0, 0.32 * k), (0.03, 0.42 * k), (0.2, 0.38 * k), (0.45, 0.2 * k), (0.58, 0.17 * k)]
    bend = [(0, 0.1), (0.3, 0.28), (0.6, 0.34), (0.8, 0.12), (1, 0.3)]
    thick = [(0, 0.16), (0.5, 0.17), (0.7, 0.1), (1, 0.06)]

    def one_spoon(length, half):
        shape = [*handle, (0.66, 0.2 * k), (0.72, half * 0.72), (0.82, half), (0.92, half * 0.8), (0.975, half * 0.42), (1.0, 0.05)]
        return blade(length, shape, bend, thick, skin, [(0, 0), (0.66, 0), (0.84, 0.24), (1, 0.05)])

    def one_fork(length, half):
        shape = [*handle, (0.64, 0.17 * k), (0.7, half * 0.8), (0.745, half), (0.76, half), (0.765, half)]
        body = blade(length * 0.765 + 0.02, [(min(1, s / 0.765), v) for s, v in shape], [(min(1, s / 0.765), v) for s, v in bend[:3]]
                     + [(1, 0.16)], [(0, 0.16), (0.6, 0.17), (1, 0.09)], skin)
        gap = half * 2 / 7
        for n in range(4):
            x = -half + gap / 2 + n * gap * 2
            path = curve([(x, length * 0.755, 0.16), (x, length * 0.82, 0.14), (x * 0.98, length * 0.91, 0.2),
                          (x * 0.96, length, 0.34)], 5)
            c = len(path) - 1
            strap(path, [gap * 1.02 - gap * 0.45 * (i / c) ** 3 for i in range(c + 1)], [0.085] * c + [0.05], skin,
                  up=(1, 0, 0)).parent = body
        return body

    def one_knife(length):
        grip = [(0, 0.34 * k), (0.03, 0.4 * k), (0.25, 0.36 * k), (0.5, 0.25 * k), (0.56, 0.24 * k)]
        edge = [*grip, (0.6, 0.3), (0.75, 0.38), (0.92, 0.36), (0.98, 0.22), (1.0, 0.06)]
        return blade(length, edge, [(0, 0.16), (1, 0.14)], [(0, 0.26), (0.5, 0.24), (0.6, 0.1), (1, 0.05)], skin)

    row = (one_fork(7.2, 0.46), one_fork(8.2, 0.5), one_knife(9.3), one_spoon(8.1, 0.78), one_spoon(6.6, 0.62))
    for n, thing in enumerate(row):
        # the bowl of a spoon hangs below its handle: it must not sink into the table
        place(thing, ((n - 2) * 1.72, -4.4 + 0.06 * math.sin(n * 3), 0.2 if n > 2 else 0.05), (0, 0, (0.6, -0.5, 0.3, 0.4, -0.7)[n]))
    return {'view': {'turn': 8, 'rise': 60, 'fill': (0.86, 0.84)},
            'detail': {'at': (-1.6, 2.6, 0.3), 'radius': 2.1, 'turn': 20, 'rise': 38}}


def knives(piece, m):
    """Four knives side by side on a dark board."""
    steel, wood = m.fixed('steel', '#c9cbcc', rough=0.16), m.wood().along('y')
    rivet = m.fixed('metal', '#b08d57', rough=0.25)
    for n, (length, tall, grip) in enumerate(((8.2, 0.95, 4.9), (8.6, 0.66, 4.9), (6.0, 0.58, 4.4), (3.7, 0.42, 4.0))):
        edge = [(0, tall), (0.05, tall), (0.5, tall * 0.94), (0.8, tall * 0.68), (0.95, tall * 0.28), (1.0, 0.02)]
        if n == 1:
            edge = [(0, tall), (0.85, tall * 0.94), (0.97, tall * 0.6), (1.0, 0.1)]
        body = blade(length, edge, [(0, 0.3), (1, 0.3)], [(0, 0.11), (1, 0.05)], steel)
        for vert in body.data.vertices:
            # one side is the back: straight; the other the edge
            y = vert.co.y / 0.0254 / length
            back = tall * 0.55
            half = max(0.02, abs(vert.co.x / 0.0254))
            if vert.co.x > 0:
                vert.co.x = min(half, back * half / tall * 1.0 if y < 0.98 else half) * 0.0254
        bolster = blade(0.6, [(0, 0.42), (1, 0.5)], [(0, 0.3), (1, 0.3)], [(0, 0.5), (1, 0.34)], steel, along=10)
        place(bolster, (0, -0.55, 0)).parent = body
        shape = [(0, 0.4), (0.06, 0.5), (0.3, 0.42), (0.7, 0.44), (1.0, 0.42)]
        handle = blade(grip, shape, [(0, 0.34), (1, 0.34)], [(0, 0.5), (0.1, 0.62), (1, 0.58)], wood)
        place(handle, (0, -0.5 - grip, -0.04)).parent = body
        for k in (0.25, 0.55, 0.85):
            pin = lathe([(0, 0), (0.13, 0), (0.12, 0.02), (0, 0.03)], rivet, 20)
            place(pin, (0, -0.5 - grip * (1 - k), 0.585)).parent = body
        place(body, ((n - 1.5) * 2.35, -0.6 - 0.5 * (n == 3), 0.1), (0, 0, (1, -0.6, 0.7, -1.0)[n]))
    return {'view': {'turn': 10, 'rise': 56, 'fill': (0.84, 0.84)},
            'detail': {'at': (-2.4, -0.6, 0.5), 'radius': 2.6, 'turn': 22, 'rise': 36}}
