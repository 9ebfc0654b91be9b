"""Tableware: plates, place settings, bowls, mugs, pitchers. Inches."""
import math

import models_small_surfaces  # noqa: F401  (adds its families)
from models_small_profiles import mug as mug_profile
from models_small_profiles import outer, plate as plate_profile, smooth, vessel
from models_small_shapes import curve, strap, turned
from registry import model
from shapes import make, place


def is_matte(piece):
    """CB2's tableware has a skin like slate."""
    return piece['brand'] == 'CB2'


def clay(piece, m, rim=0.0, **traits):
    """The glaze that follows the piece's colour: reactive at the rim in one house, matte in the other."""
    if is_matte(piece):
        return m.main('stoneware', 'glaze', matt=True, speck=0.12, **traits)
    return m.main('stoneware', 'glaze', rim=rim, **traits)


def put(profile, material, at=(0, 0, 0), turn=(0, 0, 0), seed=1, wobble=0.05):
    """A turned piece placed and turned a little, so that no two look alike."""
    return place(turned(profile, material, wobble=wobble, seed=seed), at, (turn[0], turn[1], turn[2] + 47 * seed))


def footring(radius, m):
    """The unglazed ring a pot stands on."""
    line = smooth([(radius - 0.2, 0.12), (radius - 0.16, 0.005), (radius - 0.02, 0.005), (radius + 0.015, 0.1)], 3)
    return turned(line, m.fixed('bisque', '#b79c7c'))


@model('plate')
def plates(piece, m):
    """A stack of plates with one leaning against it, its face to the light."""
    d = piece['size'][0]
    straight = is_matte(piece)
    tall = 0.95 if not straight else 0.9
    profile = plate_profile(d, tall, 1.35, straight)
    step = 0.46 if not straight else 0.55
    for n in range(3):
        put(profile, clay(piece, m, rim=tall), (0.06 * math.sin(n * 2), 0.05 * math.cos(n * 3), n * step), seed=n + 1)
    # the last stands behind the stack and leans on it, foot on the ground
    lean = 72.0
    a = math.radians(lean)
    reach = d / 2
    put(profile, clay(piece, m, rim=tall), (0.0, reach + 1.5 - math.cos(a) * reach * 0.2, math.sin(a) * reach + 0.02),
        (lean, 0, 0), seed=4)
    return {'view': {'turn': 14, 'rise': 17, 'fill': (0.8, 0.74)},
            'detail': {'at': (-d * 0.12, -d * 0.36, 1.2), 'radius': 2.6, 'turn': 22, 'rise': 24}}


@model('setting')
def setting(piece, m):
    """Dinner plate, salad plate and bowl on each other, the mug beside them."""
    d = piece['size'][0]
    big, small = plate_profile(d, 0.95, 1.35), plate_profile(d * 0.77, 0.85, 1.1)
    bowl = vessel(outer('deepBowl', 3.1, 2.7), 0.2, 0.42, foot=1.6, foot_height=0.16, rim=0.15)
    put(big, clay(piece, m, rim=0.95), seed=1)
    put(small, clay(piece, m, rim=0.85), (0.05, 0.03, 0.42), seed=2)
    put(bowl, clay(piece, m, rim=2.7), (-0.08, 0.04, 0.84), seed=3)
    one_mug(piece, m, 3.5, 3.9, (6.6, -3.4, 0), 30)
    return {'view': {'turn': 10, 'rise': 27, 'fill': (0.86, 0.7)},
            'detail': {'at': (-1.8, -2.6, 2.6), 'radius': 2.4, 'turn': 24, 'rise': 30}}


def one_mug(piece, m, d, h, at, turn, seed=1, square=False):
    """A mug with its handle to the right before it is turned."""
    straight = square or is_matte(piece)
    glaze = clay(piece, m, rim=h, band=0.3)
    body = put(mug_profile(d, h, straight), glaze, at, (0, 0, turn - 47 * seed), seed=seed, wobble=0.03)
    r = d / 2
    if straight:
        inner = r - 0.08
        path = curve([(inner, 0, h * 0.78), (r + 0.55, 0, h * 0.785), (r + 0.95, 0, h * 0.765), (r + 1.02, 0, h * 0.7),
                      (r + 1.02, 0, h * 0.5), (r + 1.02, 0, h * 0.32), (r + 0.95, 0, h * 0.255),
                      (r + 0.55, 0, h * 0.235), (inner, 0, h * 0.24)], 6)
        grip = strap(path, 0.5, 0.3, glaze, power=3.2)
    else:
        path = curve([(r * 0.9, 0, h * 0.8), (r + 0.3, 0, h * 0.86), (r + 0.8, 0, h * 0.78), (r + 1.02, 0, h * 0.6),
                      (r + 0.88, 0, h * 0.41), (r + 0.45, 0, h * 0.27), (r * 0.93, 0, h * 0.22)], 9)
        n = len(path) - 1
        wide = [0.5 + 0.22 * abs(2 * k / n - 1) ** 3 for k in range(n + 1)]
        thick = [0.29 + 0.14 * abs(2 * k / n - 1) ** 4 for k in range(n + 1)]
        grip = strap(path, wide, thick, glaze)
    grip.parent = body
    return body


@model('mug')
def mugs(piece, m):
    """Mugs in a loose group, handles to different sides; of three, two stand on each other."""
    d, _, h = piece['size']
    if piece['drawing'].get('count', 1) == 1:
        one_mug(piece, m, d, h, (0, 0, 0), -35)
    else:
        one_mug(piece, m, d, h, (-d * 0.62, 0.9, 0), 200)
        one_mug(piece, m, d, h, (-d * 0.6, 0.92, h * 0.965), 158, seed=2)
        one_mug(piece, m, d, h, (d * 0.58, -0.9, 0), -32, seed=3)
    return {'view': {'turn': 8, 'rise': 14, 'fill': (0.74, 0.66)},
            'detail': {'at': (d * 0.55, -1.6, h * 0.82), 'radius': 1.7, 'turn': 18, 'rise': 26}}


@model('stack')
def bowls(piece, m):
    """Bowls in a stack, one in front on its own."""
    d, _, h = piece['size']
    count = piece['drawing']['count']
    shallow = piece['drawing']['profile'] == 'bowl'
    line = outer('pasta' if shallow else 'deepBowl', d / 2, h)
    profile = vessel(line, 0.22, 0.5, foot=line[0][0], foot_height=0.18, rim=0.15)
    step = 0.62 if shallow else 0.9
    away = d * 0.42
    for n in range(count - 1):
        put(profile, clay(piece, m, rim=h, broken=0.8, band=0.5),
            (-away * 0.7 + 0.07 * math.sin(n * 2.3), away * 0.62 + 0.06 * math.cos(n * 1.9), n * step), seed=n + 1)
    put(profile, clay(piece, m, rim=h, broken=0.8, band=0.5), (away * 0.72, -away * 0.66, 0), seed=7)
    return {'view': {'turn': 6, 'rise': 21, 'fill': (0.86, 0.7)},
            'detail': {'at': (away * 0.6, -away * 0.66 - d * 0.38, h * 0.92), 'radius': d * 0.2, 'turn': 16, 'rise': 30}}


@model('turned')
def serving_bowl(piece, m):
    """One large bowl: thrown stoneware, or turned from one block of wood."""
    d, _, h = piece['size']
    line = outer('bowl', d / 2, h)
    if piece['drawing'].get('surface') == 'wood':
        profile = vessel(line, 0.5, 0.9, rim=0.36)
        material = m.main('wood', 'wood').along('x')
        place(turned(profile, material), (0, 0, 0), (0, 0, 24))
    else:
        profile = vessel(line, 0.3, 0.62, foot=line[0][0], foot_height=0.3, rim=0.22)
        put(profile, clay(piece, m, rim=h, broken=0.45, band=0.3), seed=2, wobble=0.12)
    return {'view': {'turn': 10, 'rise': 19, 'fill': (0.84, 0.6)},
            'detail': {'at': (-d * 0.22, -d * 0.4, h * 0.9), 'radius': d * 0.18, 'turn': 20, 'rise': 26}}


@model('jug')
def pitcher(piece, m):
    """A pitcher: the turned body is pulled to a spout in front, a strap handle behind."""
    d, _, h = piece['size']
    r = d / 2 * 0.92
    line = outer('jug', r, h)
    profile = vessel(line, 0.24, 0.5, foot=line[0][0], foot_height=0.16, rim=0.16)
    glaze = clay(piece, m, rim=h, broken=0.35)
    body = turned(profile, glaze, wobble=0.06)
    for vert in body.data.vertices:
        x, y, z = (each / 0.0254 for each in vert.co)
        share = max(0.0, (z / h - 0.7) / 0.3)
        angle = math.atan2(y, x)
        near = math.exp(-((math.atan2(math.sin(angle - math.pi), math.cos(angle - math.pi))) / 0.36) ** 2)
        reach = math.hypot(x, y)
        if share <= 0 or reach < 0.1:
            continue
        pull = 0.95 * near * share**2.0
        pinch = 0.1 * share**2 * math.exp(-((abs(angle) - 2.3) / 0.4) ** 2)
        x2, y2 = x * (1 - pinch) - pull, y * (1 - pinch) * (1 - 0.1 * near * share)
        vert.co = (x2 * 0.0254, y2 * 0.0254, (z + 0.34 * near * share**3) * 0.0254)
    neck = r * 0.6
    path = curve([(neck * 0.98, 0, h * 0.9), (neck + 0.6, 0, h * 0.97), (neck + 1.5, 0, h * 0.92), (neck + 2.05, 0, h * 0.74),
                  (neck + 1.95, 0, h * 0.54), (r + 0.35, 0, h * 0.36), (r * 0.95, 0, h * 0.3)], 9)
    n = len(path) - 1
    wide = [0.78 + 0.3 * abs(2 * k / n - 1) ** 3 for k in range(n + 1)]
    strap(path, wide, 0.38, glaze).parent = body
    place(body, (0, 0, 0), (0, 0, 16))
    return {'view': {'turn': 0, 'rise': 11, 'fill': (0.7, 0.72)},
            'detail': {'at': (-r * 0.5, -0.6, h * 0.9), 'radius': 2.2, 'turn': -14, 'rise': 24}}
