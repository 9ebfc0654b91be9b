"""Shapes that only small goods need: handles, blades, pillows, folded cloth, fringes. Inches, as in shapes.py."""
import math
import random

from mathutils import Vector, noise

from models_small_profiles import flatten
from shapes import lathe, make, tube


def turned(profile, material, at=(0, 0, 0), segments=96, wobble=0.0, seed=1):
    """A lathe from one of this package's profiles; `wobble` makes it a little out of true, as a hand does."""
    thing = lathe(flatten(profile), material, segments, at)
    if wobble:
        shift = Vector((seed * 3.1, seed * 1.7, seed))
        for vert in thing.data.vertices:
            spot = Vector(vert.co) / 0.0254
            reach = math.hypot(spot.x, spot.y)
            if reach < 0.05:
                continue
            wave = noise.noise(Vector((spot.x / reach * 0.8, spot.y / reach * 0.8, spot.z * 0.15)) + shift)
            grow = 1 + wobble * wave / max(reach, 1.0)
            vert.co.x *= grow
            vert.co.y *= grow
    return thing


def strap(path, wide, thick, material, up=(0, 1, 0), closed=False, segments=14, power=2.6, caps=True):
    """A flat band along points: `wide` along `up`, `thick` across it; both may be lists. For handles and loops."""
    path = [Vector(each) for each in path]
    count, axis = len(path), Vector(up).normalized()
    wides = wide if hasattr(wide, '__len__') else [wide] * count
    thicks = thick if hasattr(thick, '__len__') else [thick] * count
    points, uv, faces, far = [], [], [], 0.0
    for i, spot in enumerate(path):
        before = path[i - 1] if i or closed else spot
        after = path[(i + 1) % count] if i + 1 < count or closed else spot
        along = (after - before).normalized()
        side = (axis - along * axis.dot(along)).normalized()
        out = along.cross(side)
        far += (spot - path[i - 1]).length if i else 0
        for k in range(segments):
            a = 2 * math.pi * k / segments
            c, s = math.cos(a), math.sin(a)
            r = (abs(c) ** power + abs(s) ** power) ** (-1 / power)
            points.append(tuple(spot + side * (c * r * wides[i] / 2) + out * (s * r * thicks[i] / 2)))
            uv.append((a * wides[i] / 2, far))
    for i in range(count if closed else count - 1):
        n = (i + 1) % count
        for k in range(segments):
            m = (k + 1) % segments
            faces.append((i * segments + k, i * segments + m, n * segments + m, n * segments + k))
    if not closed and caps:
        faces.append(tuple(range(segments))[::-1])
        faces.append(tuple(range((count - 1) * segments, count * segments)))
    return make('strap', points, faces, material, uv=uv, auto=60)


def curve(points, steps=10):
    """A smooth line through points in space."""
    line = [Vector(each) for each in points]
    padded = [line[0] * 2 - line[1], *line, line[-1] * 2 - line[-2]]
    out = [line[0]]
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:]):
        for k in range(1, steps + 1):
            t = k / steps
            out.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t
                              + (3 * b - a - 3 * c + d) * t**3))
    return out


def lookup(pairs, s):
    """A smooth line through (share, value) pairs, without the scallops that easing between each two would leave."""
    last = len(pairs) - 1
    at = next((k for k in range(last) if s <= pairs[k + 1][0]), last - 1)
    (a, va), (b, vb) = pairs[at], pairs[at + 1]

    def slope(k):
        (x0, y0), (x1, y1) = pairs[max(0, k - 1)], pairs[min(last, k + 1)]
        return (y1 - y0) / (x1 - x0) if x1 > x0 else 0.0

    span = (b - a) or 1.0
    t = min(1.0, max(0.0, (s - a) / span))
    bend = (t**3 - 2 * t * t + t) * span * slope(at) + (t**3 - t * t) * span * slope(at + 1)
    low, high = min(va, vb), max(va, vb)
    room = 0.12 * (high - low)
    value = (2 * t**3 - 3 * t * t + 1) * va + (3 * t * t - 2 * t**3) * vb + bend
    return min(high + room, max(low - room, value))


def blade(length, half, height, thick, material, dish=None, along=90, across=12):
    """A flat tool along y from 0 to `length`; half width, height, thickness, dish as (share, inches) pairs."""
    points, faces = [], []
    for side in (1, -1):
        for i in range(along + 1):
            s = i / along
            w, z, t = lookup(half, s), lookup(height, s), lookup(thick, s)
            d = lookup(dish, s) if dish else 0.0
            for k in range(across + 1):
                u = -1 + 2 * k / across
                u = math.sin(u * math.pi / 2)
                edge = math.sqrt(max(0.0, 1 - u**4))
                points.append((u * w, s * length, z - d * (1 - u * u) + side * t / 2 * edge))
    row, layer = across + 1, (along + 1) * (across + 1)
    for side in (0, 1):
        for i in range(along):
            for k in range(across):
                a = side * layer + i * row + k
                quad = (a, a + 1, a + row + 1, a + row)
                faces.append(quad if side == 0 else quad[::-1])
    for i in range(along):
        for k in (0, across):
            a, b = i * row + k, (i + 1) * row + k
            quad = (a, b, b + layer, a + layer)
            faces.append(quad if k == 0 else quad[::-1])
    for i in (0, along):
        for k in range(across):
            a = i * row + k
            quad = (a, a + layer, a + layer + 1, a + 1)
            faces.append(quad if i == 0 else quad[::-1])
    return make('blade', points, faces, material, auto=50)


def pillow(w, h, thick, material, seed=0, flange=0.0, channels=0, n=72):
    """A stuffed pillow lying in x and y round the origin: crowned, corners drawn out, wrinkles running to the seams.

    Returns the object and the path of its seam.
    """
    chance = random.Random(seed)
    shift = Vector((seed * 5.3, seed * 2.9, seed * 1.3))
    points, faces, uv = [], [], []
    ring = []

    def surface(u, v, side):
        # edges draw in between the corners; the corners stay
        pull = 0.055
        x = u * w / 2 * (1 - pull * (1 - v * v) * abs(u) ** 1.5)
        y = v * h / 2 * (1 - pull * (1 - u * u) * abs(v) ** 1.5)
        eu, ev = 1 - u * u, 1 - v * v
        dome = (max(0.0, eu) * max(0.0, ev)) ** 0.52
        z = side * thick / 2 * dome
        if channels:
            z += side * 0.34 * (abs(math.sin(math.pi * channels * (u + 1) / 2)) ** 0.7 - 0.6) * min(1.0, dome * 2.2)
        spot = Vector((x, y, side * 3)) + shift
        # puckers along the seam, slow dents in the middle
        seam = math.exp(-min(eu, ev) * 7)
        pucker = noise.noise(Vector((spot.x * 1.1, spot.y * 1.1, side))) * 0.17 * seam
        dent = noise.noise(spot * 0.13) * 0.75 + noise.noise(spot * 0.3) * 0.26
        radial = noise.noise(Vector((math.atan2(v, u) * 2.4, side * 2.0, seed))) * 0.36 * max(abs(u), abs(v)) ** 2
        long = noise.noise(Vector((u * 1.3 + v * 1.1, (u - v) * 3.2, seed + side * 3.0))) * 0.42
        z += side * (dent * dome * 0.8 + pucker + (radial * 1.5 + long) * dome)
        # someone's hand has set it down: the upper edge gives a little in the middle
        dip = math.exp(-((u / 0.42) ** 2)) * max(0.0, v) ** 3
        return x, y - 0.055 * h * dip, z * (1 - 0.22 * dip)

    for side in (1, -1):
        for j in range(n + 1):
            for i in range(n + 1):
                u, v = (math.sin(math.pi / 2 * (2 * k / n - 1)) for k in (i, j))
                points.append(surface(u, v, side))
                uv.append((points[-1][0] * 1.03, points[-1][1] * 1.03))
    row, layer = n + 1, (n + 1) ** 2
    for side in (0, 1):
        for j in range(n):
            for i in range(n):
                a = side * layer + j * row + i
                quad = (a, a + 1, a + row + 1, a + row)
                faces.append(quad if side == 0 else quad[::-1])
    edge = ([(i, 0) for i in range(n)] + [(n, j) for j in range(n)] + [(n - i, n) for i in range(n)]
            + [(0, n - j) for j in range(n)])
    for i, j in edge:
        top, low = points[j * row + i], points[layer + j * row + i]
        ring.append(tuple((a + b) / 2 for a, b in zip(top, low)))
        points[j * row + i] = points[layer + j * row + i] = ring[-1]
    thing = make('pillow', points, faces, material, uv=uv)
    if flange:
        far = []
        for k, (x, y, z) in enumerate(ring):
            u, v = x / (w / 2), y / (h / 2)
            m = max(abs(u), abs(v))
            ox = flange * (math.copysign(1, u) if abs(u) > 0.93 * m else u * 0.04)
            oy = flange * (math.copysign(1, v) if abs(v) > 0.93 * m else v * 0.04)
            wave = 0.16 * math.sin(k * 0.27 + seed) + 0.12 * chance.uniform(-1, 1) * 0.4
            far.append((x + ox, y + oy, z + wave))
        count = len(ring)
        band = [(*p[:2], p[2] + 0.03) for p in ring] + far
        quads = [(k, (k + 1) % count, count + (k + 1) % count, count + k) for k in range(count)]
        make('flange', band, quads, material, uv=[(p[0], p[1]) for p in band]).parent = thing
    return thing, ring


def folded(w, d, layers, thick, material, seed=0, front=True, droop=0.12, edges=None):
    """Cloth folded in a zigzag: `layers` lie on each other, the rounded folds at the front and back by turns.

    Sits on the ground round the origin; returns the object and the height of its top. The folds bulge a little.
    """
    rng = random.Random(seed)
    shift = Vector((seed * 4.1, seed * 1.9, 0))
    line = []
    gap = thick * 1.04
    for n in range(layers):
        z = thick / 2 + n * gap
        forward = (n % 2 == 0) == front
        back_in, front_in = rng.uniform(0, 0.12), rng.uniform(0, 0.12)
        a, b = (d / 2 - back_in, -d / 2 + front_in) if forward else (-d / 2 + front_in, d / 2 - back_in)
        steps = 26
        line += [(a + (b - a) * k / steps, z) for k in range(steps + 1)]
        if n + 1 < layers:
            r, sign = gap / 2, -1 if forward else 1
            line += [(b + sign * r * math.sin(t) * 1.15, z + r - r * math.cos(t))
                     for t in (math.pi * k / 9 for k in range(1, 9))]
    across = 34
    points, uv, far = [], [], 0.0
    for i, (y, z) in enumerate(line):
        far += math.dist(line[i - 1], line[i]) if i else 0
        for k in range(across + 1):
            u = -1 + 2 * k / across
            x = u * w / 2 + 0.1 * noise.noise(Vector((y * 0.3, z * 2.0, u * 2)) + shift)
            edge = abs(u) ** 8
            height = z / (layers * gap)
            wave = noise.noise(Vector((x * 0.22, y * 0.22, height * 1.6)) + shift) * 0.34 * thick * (0.25 + height)
            drop = -droop * edge * height - droop * 0.8 * height * (abs(y) / (d / 2)) ** 6
            points.append((x, y + 0.06 * noise.noise(Vector((x * 0.25, z, 3)) + shift), max(thick * 0.42, z + wave + drop)))
            uv.append((x, far))
    row = across + 1
    faces = [(i * row + k, (i + 1) * row + k, (i + 1) * row + k + 1, i * row + k + 1)
             for i in range(len(line) - 1) for k in range(across)]
    thing = make('cloth', points, faces, material, uv=uv)
    solid = thing.modifiers.new('thick', 'SOLIDIFY')
    solid.thickness, solid.offset = thick * 0.86 * 0.0254, 0
    soft = thing.modifiers.new('round', 'BEVEL')
    soft.width, soft.segments, soft.limit_method = thick * 0.3 * 0.0254, 2, 'ANGLE'
    return thing, layers * gap


def fringe(start, end, length, material, every=0.4, radius=0.09, drop=0.0, seed=0, knots=True, away=(0, -1, 0)):
    """Tassels from a line of points: strands that lie along `away`, fall by `drop`, and part a little."""
    rng = random.Random(seed)
    start, end, away = Vector(start), Vector(end), Vector(away)
    count = max(2, int((end - start).length / every))
    along = (end - start).normalized()
    made = []
    for n in range(count + 1):
        root = start + (end - start) * (n / count)
        reach = length * rng.uniform(0.86, 1.05)
        lean = rng.uniform(-0.16, 0.16)
        for strand in (-1, 1):
            path = []
            for k in range(6):
                t = k / 5
                side = lean * t + strand * radius * (0.55 + 1.3 * t) + 0.03 * math.sin(n + k)
                path.append(root + away * reach * t + along * side * min(1.0, length)
                            + Vector((0, 0, -drop * t * t + 0.05 * math.sin(3.1 * t) * rng.uniform(0, 1))))
            made.append(tube(path, [radius * f for f in (1.1, 1.25, 0.95, 0.9, 0.8, 0.45)], material, segments=6))
        if knots:
            knot = [root + away * (0.14 + 0.1 * k) for k in range(4)]
            made.append(tube(knot, [radius * 1.2, radius * 2.1, radius * 2.0, radius * 1.1], material, segments=8))
    return made
