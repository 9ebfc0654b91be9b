"""Stuffed blocks: seats, backs, arms, pillows. Inches, as in shapes.py."""
import math

import numpy as np
from mathutils import Matrix, Vector, noise

from shapes import make, tube


def _grid_cube(nx, ny, nz):
    """Points in [-1, 1]^3 and faces of a cube with a grid on each side, shared along its edges."""
    index, points, faces = {}, [], []
    counts = (nx, ny, nz)

    def at(cell):
        if cell not in index:
            index[cell] = len(points)
            points.append([2 * c / n - 1 for c, n in zip(cell, counts)])
        return index[cell]

    for skip in range(3):
        a, b = [each for each in range(3) if each != skip]
        for side in (0, counts[skip]):
            for i in range(counts[a]):
                for j in range(counts[b]):
                    quad = []
                    for di, dj in ((0, 0), (1, 0), (1, 1), (0, 1)):
                        cell = [0, 0, 0]
                        cell[skip], cell[a], cell[b] = side, i + di, j + dj
                        quad.append(at(tuple(cell)))
                    flip = (side == 0) != (skip == 1)
                    faces.append(quad[::-1] if flip else quad)
    return np.array(points), faces


def soft_box(w, d, h, material, radius=1.5, crown=0.8, swell=0.3, sag=0.0, pinch=0.0, wrinkle=0.12, seam=None, seed=0,
             turned=False, seam_material=None, grid=0.9):
    """A stuffed block round the origin, its thickness along z.

    crown: rise of top and bottom in the middle; swell: the sides' belly; sag: the dip where someone sat; pinch: how far
    the edges draw in between the corners; seam: 'piping' (cord on both edges), 'flange' or None.
    """
    counts = [int(np.clip(each / grid, 6, 64)) for each in (w, d, h)]
    cube, faces = _grid_cube(*counts)
    # more points near the edges, where the rounding is
    cube = np.sign(cube) * (1 - (1 - np.abs(cube)) ** 1.35)
    half = np.array([w, d, h]) / 2
    radius = min(radius, *(half * 0.98))
    points = _stuffed(cube, half, radius, crown, swell, sag, pinch, wrinkle, seed)
    thing = make('soft', points, faces, material)
    if turned:
        thing.data.transform(Matrix.Rotation(math.radians(90), 4, 'X'))
    if seam == 'piping':
        ring = _edge_ring(half, radius, 160)
        for side in (-1, 1):
            unit = np.column_stack([ring, np.full(len(ring), float(side))])
            path = _stuffed(unit, half, radius, crown, swell, sag, pinch, wrinkle, seed, is_edge=True)
            cord = tube(path, 0.14, seam_material or material, closed=True)
            if turned:
                cord.data.transform(Matrix.Rotation(math.radians(90), 4, 'X'))
            cord.parent = thing
    return thing


def _edge_ring(half, radius, count):
    """The outline of a stuffed block's side seen from above, as shares of its halves."""
    w, d = half[0], half[1]
    around = []
    for angle in np.linspace(0, 2 * math.pi, count, endpoint=False):
        c, s = math.cos(angle), math.sin(angle)
        power = 14
        r = (abs(c) ** power + abs(s) ** power) ** (-1 / power)
        around.append((c * r, s * r))
    return np.array(around)


def _stuffed(cube, half, radius, crown, swell, sag, pinch, wrinkle, seed, is_edge=False):
    u, v, t = cube[:, 0], cube[:, 1], cube[:, 2]
    points = cube * half
    inner = half - radius
    core = np.clip(points, -inner, inner)
    away = points - core
    length = np.linalg.norm(away, axis=1, keepdims=True)
    away = np.where(length > 1e-9, away / np.maximum(length, 1e-9), 0)
    # the rounding is a quarter circle for points on the surface of the cube
    points = core + away * radius
    if is_edge:
        points = core + away * radius * 1.02
    fall_u, fall_v = 1 - np.abs(u) ** 2.6, 1 - np.abs(v) ** 2.6
    dome = np.clip(fall_u, 0, 1) ** 0.8 * np.clip(fall_v, 0, 1) ** 0.8
    points[:, 2] += t * crown * dome
    dip = np.exp(-((u * 1.5) ** 2 + (v * 1.5 + 0.1) ** 2))
    points[:, 2] -= np.where(t > 0, sag * dip * t, 0)
    belly = np.clip(1 - t * t, 0, 1)
    points[:, 0] += np.sign(u) * np.abs(u) ** 3 * swell * belly * np.clip(1 - v * v, 0, 1)
    points[:, 1] += np.sign(v) * np.abs(v) ** 3 * swell * belly * np.clip(1 - u * u, 0, 1)
    if pinch:
        points[:, 0] -= np.sign(u) * np.abs(u) ** 2 * pinch * np.clip(1 - v * v, 0, 1)
        points[:, 1] -= np.sign(v) * np.abs(v) ** 2 * pinch * np.clip(1 - u * u, 0, 1)
    if wrinkle:
        shift = Vector((seed * 7.31, seed * 3.17, seed * 5.77))
        for at, point in enumerate(points):
            spot = Vector(point)
            wave = noise.noise(spot * 0.14 + shift) * 1.6 + noise.noise(spot * 0.37 + shift * 2) * 0.7
            points[at] += np.array(cube[at]) * wave * wrinkle
    return points
