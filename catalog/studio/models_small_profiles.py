"""Profiles of turned things, in inches: (radius, height) from the axis below, over the lip, to the axis inside.

Plain Python without Blender, so that the numbers can be read and checked alone.
"""
import math

Point = tuple[float, float]


def smooth(points: list[Point], steps: int = 8) -> list[Point]:
    """Catmull-Rom through the points; a point given twice in a row stays a corner."""
    out: list[Point] = []
    runs: list[list[Point]] = [[]]
    for i, point in enumerate(points):
        runs[-1].append(point)
        if i + 1 < len(points) and points[i + 1] == point:
            runs.append([])
    for run in runs:
        if len(run) < 3:
            out += run if not out or out[-1] != run[0] else run[1:]
            continue
        padded = [_mirror(run[1], run[0]), *run, _mirror(run[-2], run[-1])]
        if not out or out[-1] != run[0]:
            out.append(run[0])
        for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:]):
            for k in range(1, steps + 1):
                t = k / steps
                out.append((_spline(a[0], b[0], c[0], d[0], t), _spline(a[1], b[1], c[1], d[1], t)))
    return [(max(0.0, r), z) for r, z in out]


def _mirror(inner: Point, end: Point) -> Point:
    return 2 * end[0] - inner[0], 2 * end[1] - inner[1]


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)


def inset(points: list[Point], wall: float) -> list[Point]:
    """The same line moved inwards (to the left of its direction) by `wall`."""
    out: list[Point] = []
    for i, (r, z) in enumerate(points):
        r0, z0 = points[max(0, i - 1)]
        r1, z1 = points[min(len(points) - 1, i + 1)]
        length = math.hypot(r1 - r0, z1 - z0) or 1.0
        out.append((max(0.0, r - (z1 - z0) / length * wall), z + (r1 - r0) / length * wall))
    return out


def lip(outside: Point, inside: Point, steps: int = 6) -> list[Point]:
    """Half a circle from the outer to the inner edge, upwards."""
    cr, cz = (outside[0] + inside[0]) / 2, (outside[1] + inside[1]) / 2
    dr, dz = outside[0] - cr, outside[1] - cz
    return [
        (cr + dr * math.cos(a) - dz * math.sin(a), cz + dz * math.cos(a) + dr * math.sin(a))
        for a in (math.pi * k / steps for k in range(1, steps))
    ]


def vessel(outer: list[Point], wall: float, floor: float, foot: float = 0.0, foot_height: float = 0.0,
           rim: float | None = None, steps: int = 8) -> list[Point]:
    """A closed wall: `outer` runs from the foot's edge up to the lip; the floor lies `floor` above the ground.

    With a foot (its radius) the pot stands on a ring and its belly hangs a little above the ground.
    `rim` thins the wall towards the lip.
    """
    line = smooth(outer, steps)
    if foot:
        ring = 0.32 * max(wall, 0.12) + 0.08
        below = [(0.0, foot_height + 0.02), (foot - 2 * ring, foot_height), (foot - 1.6 * ring, foot_height * 0.2),
                 (foot - 1.3 * ring, 0.0), (foot - 0.3 * ring, 0.0), (foot, foot_height * 0.35)]
    else:
        r, z = line[0]
        edge = min(0.12, r * 0.2)
        below = [(0.0, z + 0.02), (r - edge * 2, z + 0.02), (r - edge, z)]
    tops = inset(line, wall)
    if rim is not None:
        n = len(line)
        thin = inset(line, rim)
        mixed = []
        for i, (thick_point, thin_point) in enumerate(zip(tops, thin)):
            t = max(0.0, min(1.0, (i / (n - 1) - 0.35) / 0.6))
            mixed.append((thick_point[0] * (1 - t) + thin_point[0] * t, thick_point[1] * (1 - t) + thin_point[1] * t))
        tops = mixed
    inner: list[Point] = []
    for r, z in reversed(tops):
        if z <= floor:
            break
        inner.append((r, z))
    last = inner[-1][0] if inner else line[0][0] * 0.8
    if last > 0.05:
        drop = inner[-1][1] - floor if inner else 0.0
        inner += [(last * k, floor + drop * (k**4) * 0.9) for k in (0.985, 0.95, 0.88, 0.76, 0.6, 0.4, 0.2)]
    inner.append((0.0, floor))
    return [*below, *line, *lip(line[-1], inner[0]), *inner]


def scaled(shape: list[Point], radius: float, height: float, base: float = 0.0) -> list[Point]:
    """A line given as (height share, radius share) made (radius, height) in inches."""
    return [(r * radius, base + h * height) for h, r in shape]


# (height share, radius share), as the catalogue's drawings name them
SHARES: dict[str, list[Point]] = {
    'bowl': [(0.0, 0.42), (0.04, 0.46), (0.2, 0.70), (0.45, 0.88), (0.75, 0.97), (1.0, 1.0)],
    'pasta': [(0.0, 0.46), (0.05, 0.5), (0.3, 0.74), (0.62, 0.88), (0.86, 0.955), (1.0, 1.0)],
    'deepBowl': [(0.0, 0.48), (0.06, 0.56), (0.22, 0.78), (0.5, 0.935), (0.8, 0.99), (1.0, 1.0)],
    'cup': [(0.0, 0.62), (0.05, 0.76), (0.2, 0.93), (0.5, 1.0), (0.8, 0.97), (1.0, 0.955)],
    'tumbler': [(0.0, 0.80), (0.04, 0.825), (0.3, 0.88), (0.65, 0.95), (1.0, 1.0)],
    'cylinder': [(0.0, 0.94), (0.03, 0.985), (0.08, 1.0), (0.5, 1.0), (1.0, 1.0)],
    'bottle': [(0.0, 0.80), (0.03, 0.9), (0.12, 1.0), (0.28, 0.97), (0.46, 0.68), (0.6, 0.36), (0.72, 0.25),
               (0.86, 0.25), (0.96, 0.31), (1.0, 0.36)],
    'urn': [(0.0, 0.46), (0.05, 0.52), (0.2, 0.76), (0.42, 0.97), (0.6, 0.98), (0.76, 0.76), (0.87, 0.47),
            (0.93, 0.42), (1.0, 0.53)],
    'moon': [(0.0, 0.42), (0.04, 0.48), (0.18, 0.80), (0.4, 0.99), (0.6, 0.95), (0.78, 0.68), (0.9, 0.38),
             (1.0, 0.26)],
    'bud': [(0.0, 0.62), (0.04, 0.74), (0.16, 0.95), (0.3, 1.0), (0.46, 0.82), (0.6, 0.46), (0.74, 0.29),
            (0.9, 0.3), (1.0, 0.38)],
    'flare': [(0.0, 0.52), (0.03, 0.53), (0.3, 0.46), (0.55, 0.53), (0.8, 0.74), (1.0, 1.0)],
    'jug': [(0.0, 0.70), (0.04, 0.80), (0.18, 0.96), (0.36, 1.0), (0.56, 0.87), (0.74, 0.66), (0.88, 0.62),
            (1.0, 0.70)],
    'jar': [(0.0, 0.92), (0.03, 0.98), (0.08, 1.0), (0.72, 1.0), (0.8, 0.97), (0.85, 0.8)],
    'planter': [(0.0, 0.72), (0.04, 0.75), (0.4, 0.88), (0.94, 1.0), (1.0, 1.0)],
    'egg': [(0.0, 0.1), (0.04, 0.36), (0.16, 0.72), (0.36, 0.97), (0.5, 1.0), (0.75, 0.9), (1.0, 0.74)],
    'ball': [(0.0, 0.3), (0.12, 0.66), (0.5, 1.0), (0.88, 0.66), (1.0, 0.3)],
}


def outer(name: str, radius: float, height: float, base: float = 0.0) -> list[Point]:
    """The outside of a named shape in inches, from foot to rim."""
    return scaled(SHARES[name], radius, height, base)


def plate(diameter: float, height: float = 0.95, rim: float = 1.3, straight: bool = False) -> list[Point]:
    """A plate with foot ring and well; `straight` has an upright edge instead of a broad rim."""
    R = diameter / 2
    if straight:
        edge = [(R * 0.60, 0.16), (R * 0.84, 0.2), (R * 0.955, 0.3), (R * 0.99, 0.52), (R, height)]
        return vessel(edge, 0.2, 0.34, foot=R * 0.6, foot_height=0.14, rim=0.17)
    well = R - rim
    edge = [(R * 0.56, 0.16), (well * 0.9, 0.2), (well, 0.36), (well + rim * 0.25, 0.56), (R - rim * 0.35, height * 0.8),
            (R - 0.06, height - 0.09), (R, height)]
    return vessel(edge, 0.22, 0.4, foot=R * 0.56, foot_height=0.14, rim=0.16)


def mug(diameter: float, height: float, straight: bool = False) -> list[Point]:
    """A mug's body without its handle."""
    R = diameter / 2
    line = outer('cylinder' if straight else 'cup', R, height)
    return vessel(line, 0.17, 0.35, foot=line[0][0], foot_height=0.12, rim=0.11)


def stem_glass(bowl: str, diameter: float, height: float, stem: float, foot: float | None = None) -> list[Point]:
    """A stemmed glass in one line: foot, drawn stem, bowl with a thin wall. `stem` is its share of the height."""
    R, F = diameter / 2, (foot or diameter * 0.82) / 2
    start = height * stem
    tall = height - start
    bowls: dict[str, list[Point]] = {
        'egg': [(0.0, 0.1), (0.05, 0.4), (0.16, 0.72), (0.34, 0.96), (0.48, 1.0), (0.74, 0.9), (1.0, 0.72)],
        'cup': [(0.0, 0.1), (0.04, 0.36), (0.14, 0.68), (0.32, 0.93), (0.48, 1.0), (0.74, 0.96), (1.0, 0.88)],
        'bowl': [(0.0, 0.08), (0.08, 0.4), (0.26, 0.74), (0.5, 0.93), (0.78, 1.0), (1.0, 0.985)],
        'flare': [(0.0, 0.03), (0.03, 0.06), (0.5, 0.52), (1.0, 1.0)],
    }
    line = smooth(scaled(bowls[bowl], R, tall, start), 8)
    wall = 0.055
    thin = 0.085 if height > 7 else 0.1
    below = [(0.0, 0.05), (F * 0.8, 0.03), (F - 0.03, 0.0), (F, 0.03), (F - 0.02, 0.06)]
    rise = smooth([(F - 0.02, 0.06), (F * 0.6, 0.12), (F * 0.25, 0.26), (thin * 1.5, 0.7), (thin, start * 0.45),
                   (thin * 1.05, start * 0.85), (max(thin * 1.5, line[0][0]), start * 1.005)], 6)
    tops = inset(line, wall)
    inner = [p for p in reversed(tops) if p[1] > start + tall * 0.06]
    bottom = (0.0, start + tall * 0.045)
    tail = [(inner[-1][0] * k, bottom[1] + (inner[-1][1] - bottom[1]) * k * k) for k in (0.8, 0.55, 0.3)]
    return [*below, *rise, *line[1:], *lip(line[-1], inner[0], 4), *inner, *tail, bottom]


def drink(glass: list[Point], level: float) -> list[Point]:
    """What a glass holds, up to `level`: it follows the inside and overlaps the wall by a hair, as renderers want."""
    top = max(z for _, z in glass)
    at = max(i for i, p in enumerate(glass) if p[1] >= top - 1e-9)
    inside = [p for p in glass[at:] if p[1] < level]
    if not inside:
        return []
    wide = inside[0][0]
    body = [(r + 0.008 if r else 0.0, z - 0.008) for r, z in reversed(inside)]
    return [*body, (wide + 0.01, level + 0.02), (wide - 0.05, level), (0.0, level)]


def flatten(points: list[Point], minimum: float = 1e-4) -> list[Point]:
    """Drops points that lie on each other: a lathe would make faces without area of them."""
    out = [points[0]]
    for point in points[1:]:
        if math.hypot(point[0] - out[-1][0], point[1] - out[-1][1]) > minimum:
            out.append(point)
    return out
