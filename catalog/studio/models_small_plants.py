"""Leaves and twigs: what stands in vases and pots. Inches."""
import math
import random

from mathutils import Vector

from shapes import make, tube


def leaf(root, way, length, wide, material, curl=0.25, seed=0):
    """A leaf from `root` along `way`, folded a little along its vein."""
    way = Vector(way).normalized()
    side = way.cross(Vector((0.13, 0.21, 1))).normalized()
    up = side.cross(way)
    rng = random.Random(seed)
    twist = rng.uniform(-0.7, 0.7)
    side = side * math.cos(twist) + up * math.sin(twist)
    up = side.cross(way)
    points, faces, steps = [], [], 8
    for k in range(steps + 1):
        t = k / steps
        half = wide / 2 * math.sin(math.pi * min(1.0, t**0.8)) + 0.01
        mid = Vector(root) + way * length * t - up * curl * length * t * t
        points += [mid - side * half + up * half * 0.3, mid, mid + side * half + up * half * 0.3]
    for k in range(steps):
        a = 3 * k
        faces += [(a, a + 1, a + 4, a + 3), (a + 1, a + 2, a + 5, a + 4)]
    return make('leaf', points, faces, material)


def twig(root, way, length, radius, wood, leaves=None, seed=0, size=1.7, forks=2, pairs=9):
    """A branch that bends and forks, with leaves when a material for them is given."""
    rng = random.Random(seed)
    spot, way = Vector(root), Vector(way).normalized()
    path, steps = [spot.copy()], 12
    for k in range(steps):
        way = (way + Vector((rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-0.2, 0.7))) * 0.13).normalized()
        spot = spot + way * length / steps
        path.append(spot.copy())
        if forks and k in (5, 8):
            out = (way + Vector((rng.uniform(-1, 1), rng.uniform(-1, 1), 0.2)) * 0.9).normalized()
            twig(spot, out, length * 0.42, radius * 0.6, wood, leaves, seed * 7 + k, size * 0.9, forks - 1, 6)
    tube(path, [radius * (1 - 0.75 * k / steps) for k in range(steps + 1)], wood, segments=7)
    if leaves:
        for n in range(pairs):
            at = path[min(steps, 3 + int((steps - 3) * n / max(1, pairs - 1)))]
            turn = rng.uniform(0, 6.28)
            out = Vector((math.cos(turn), math.sin(turn), rng.uniform(0.1, 0.9)))
            leaf(at, (out + way * 0.5), size * rng.uniform(0.75, 1.15), size * 0.46, leaves, 0.3, seed + n)
    return path
