"""Shapes of furniture. All measures in inches: x to the right, y to the back (the front is at -y), z up."""
import math

import bmesh
import bpy
import numpy as np
from mathutils import Vector

from materials import material_for
from nodes import INCH


def make(name, points, faces, material, uv=None, smooth=True, auto=None):
    """A mesh object from points in inches; without `uv` (one per point) it is unfolded box-wise, in inches."""
    points = np.asarray(points, dtype=float)
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata((points * INCH).tolist(), [], [list(map(int, face)) for face in faces])
    mesh.update()
    layer = mesh.uv_layers.new(name='UVMap')
    for face in mesh.polygons:
        normal = [abs(each) for each in face.normal]
        skip = normal.index(max(normal))
        keep = [each for each in (0, 1, 2) if each != skip]
        for loop in face.loop_indices:
            at = mesh.loops[loop].vertex_index
            layer.data[loop].uv = uv[at] if uv is not None else (points[at][keep[0]], points[at][keep[1]])
    if smooth:
        mesh.polygons.foreach_set('use_smooth', [True] * len(mesh.polygons))
    if auto:
        mesh.use_auto_smooth = True
        mesh.auto_smooth_angle = math.radians(auto)
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    spread = points.max(axis=0) - points.min(axis=0) if len(points) else (1, 1, 1)
    mesh.materials.append(material_for(material, spread))
    return thing


def place(thing, at=(0, 0, 0), turn=(0, 0, 0)):
    """Moves a shape made round the origin; `turn` in degrees about x, y, z."""
    thing.location = Vector(at) * INCH
    thing.rotation_euler = [math.radians(each) for each in turn]
    return thing


def box(x0, x1, y0, y1, z0, z1, material, bevel=0.1, steps=2, shear=None):
    """A box with rounded edges. `shear` = (dx, dy) moves its top."""
    centre = Vector(((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2))
    half = ((x1 - x0) / 2, (y1 - y0) / 2, (z1 - z0) / 2)
    form = bmesh.new()
    bmesh.ops.create_cube(form, size=2)
    for vert in form.verts:
        vert.co = Vector(each * size for each, size in zip(vert.co, half))
    bevel = min(bevel, *(0.95 * each for each in half))
    if bevel > 0:
        bmesh.ops.bevel(form, geom=form.edges[:], offset=bevel, segments=steps, profile=0.5, affect='EDGES')
    if shear:
        for vert in form.verts:
            share = vert.co.z / (2 * half[2]) + 0.5
            vert.co.x += shear[0] * share
            vert.co.y += shear[1] * share
    form.verts.index_update()
    thing = make('box', [vert.co[:] for vert in form.verts], [[v.index for v in f.verts] for f in form.faces],
                 material, auto=40)
    form.free()
    return place(thing, centre)


def prism(outline, depth, material, bevel=0.15, steps=3):
    """An outline of (x, z) points, `depth` thick along y (centred), with rounded edges; around the origin."""
    form = bmesh.new()
    front = [form.verts.new((x, -depth / 2, z)) for x, z in outline]
    back = [form.verts.new((x, depth / 2, z)) for x, z in outline]
    form.faces.new(front)
    form.faces.new(list(reversed(back)))
    count = len(outline)
    for at in range(count):
        form.faces.new((front[at], back[at], back[(at + 1) % count], front[(at + 1) % count]))
    bmesh.ops.recalc_face_normals(form, faces=form.faces)
    if bevel:
        rim = [edge for edge in form.edges if abs(edge.verts[0].co.y - edge.verts[1].co.y) < 1e-6]
        bmesh.ops.bevel(form, geom=rim, offset=min(bevel, depth * 0.49), segments=steps, profile=0.5, affect='EDGES')
    form.verts.index_update()
    thing = make('prism', [vert.co[:] for vert in form.verts], [[v.index for v in f.verts] for f in form.faces],
                 material, auto=35)
    form.free()
    return thing


def lathe(profile, material, segments=72, at=(0, 0, 0), closed=False):
    """Turns a profile of (radius, height) points round z. Smooth; put two close points at a sharp edge."""
    rings = np.array(profile, dtype=float)
    lengths = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(rings, axis=0).T))])
    wide = rings[:, 0].max()
    points, uv, faces = [], [], []
    for (r, z), far in zip(rings, lengths):
        for step in range(segments):
            angle = 2 * math.pi * step / segments
            points.append((r * math.cos(angle), r * math.sin(angle), z))
            uv.append((angle * wide, far))
    count = len(rings)
    for ring in range(count if closed else count - 1):
        for step in range(segments):
            a, b = ring * segments + step, ring * segments + (step + 1) % segments
            c, d = (((ring + 1) % count) * segments + (step + 1) % segments, ((ring + 1) % count) * segments + step)
            faces.append((a, b, c, d))
    thing = make('turned', points, faces, material, uv=uv, auto=50)
    thing.data.validate()
    return place(thing, at)


def smooth_profile(points, steps=8):
    """A Catmull-Rom curve through (radius, height) points."""
    points = [np.array(each, dtype=float) for each in points]
    padded = [points[0], *points, points[-1]]
    out = []
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:]):
        for step in range(steps):
            t = step / steps
            out.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t
                              + (3 * b - a - 3 * c + d) * t ** 3))
    out.append(points[-1])
    return [(max(0.0, float(r)), float(z)) for r, z in out]


def post(low, high, r_low, r_high, material, square=False, segments=28, bevel=0.08):
    """A tapered leg or rod from point `low` to point `high`; square ones have rounded edges."""
    low, high = Vector(low), Vector(high)
    along = high - low
    corners = 4 if square else segments
    form = bmesh.new()
    rings = []
    for z, r in ((0.0, r_low), (along.length, r_high)):
        ring = []
        for step in range(corners):
            angle = 2 * math.pi * (step + (0.5 if square else 0)) / corners
            reach = r * math.sqrt(2) if square else r
            ring.append(form.verts.new((reach * math.cos(angle), reach * math.sin(angle), z)))
        rings.append(ring)
    form.faces.new(rings[0][::-1])
    form.faces.new(rings[1])
    for step in range(corners):
        form.faces.new((rings[0][step], rings[0][(step + 1) % corners], rings[1][(step + 1) % corners], rings[1][step]))
    small = min(bevel, r_low * 0.4, r_high * 0.4)
    edges = form.edges[:] if square else [e for e in form.edges if abs(e.verts[0].co.z - e.verts[1].co.z) < 1e-6]
    bmesh.ops.bevel(form, geom=edges, offset=small, segments=2, profile=0.5, affect='EDGES')
    form.verts.index_update()
    points = [(v.co.x, v.co.y, v.co.z) for v in form.verts]
    thing = make('post', points, [[v.index for v in f.verts] for f in form.faces], material, auto=40)
    form.free()
    thing.rotation_mode = 'QUATERNION'
    thing.rotation_quaternion = along.to_track_quat('Z', 'Y') if along.xy.length > 1e-6 else Vector((0, 0, 1)).to_track_quat('Z', 'Y')
    thing.location = low * INCH
    return thing


def tube(path, radius, material, closed=False, segments=10):
    """A round cord or bent rod along points; `radius` may be a list."""
    path = [Vector(each) for each in path]
    count = len(path)
    radii = radius if hasattr(radius, '__len__') else [radius] * count
    points, uv, faces = [], [], []
    side, far = None, 0.0
    for at, spot in enumerate(path):
        before = path[at - 1] if at or closed else spot
        after = path[(at + 1) % count] if at + 1 < count or closed else spot
        along = (after - before).normalized()
        if side is None:
            side = along.orthogonal().normalized()
        side = (side - along * side.dot(along)).normalized()
        other = along.cross(side)
        far += (spot - path[at - 1]).length if at else 0
        for step in range(segments):
            angle = 2 * math.pi * step / segments
            points.append(tuple(spot + (side * math.cos(angle) + other * math.sin(angle)) * radii[at]))
            uv.append((angle * radii[at], far))
    for ring in range(count if closed else count - 1):
        for step in range(segments):
            nxt = (ring + 1) % count
            faces.append((ring * segments + step, ring * segments + (step + 1) % segments,
                          nxt * segments + (step + 1) % segments, nxt * segments + step))
    if not closed:
        faces.append(tuple(range(segments))[::-1])
        faces.append(tuple(range((count - 1) * segments, count * segments)))
    return make('tube', points, faces, material, uv=uv)


def sheet(across, down, point, material, thick=0.0):
    """A surface from a function point(u, v) -> (x, y, z) with u, v in 0..1; cloth, bent shells."""
    points = [point(i / across, j / down) for j in range(down + 1) for i in range(across + 1)]
    faces = [(j * (across + 1) + i, j * (across + 1) + i + 1, (j + 1) * (across + 1) + i + 1, (j + 1) * (across + 1) + i)
             for j in range(down) for i in range(across)]
    thing = make('sheet', points, faces, material)
    if thick:
        solid = thing.modifiers.new('thick', 'SOLIDIFY')
        solid.thickness = thick * INCH
        solid.offset = 0
    return thing


def arc(cx, cz, r, start, end, steps=16):
    """Points (x, z) of an arc in degrees."""
    return [(cx + r * math.cos(math.radians(a)), cz + r * math.sin(math.radians(a)))
            for a in np.linspace(start, end, steps)]


def rounded_rect(w, d, r, steps=6):
    """Outline of a rectangle round the origin with rounded corners."""
    w, d = w / 2, d / 2
    out = []
    for cx, cz, start in ((w - r, d - r, 0), (-w + r, d - r, 90), (-w + r, -d + r, 180), (w - r, -d + r, 270)):
        out += arc(cx, cz, r, start, start + 90, steps)
    return out


def drum(radius, z0, z1, material, bevel=0.12, segments=96, at=(0, 0)):
    """A disc or cylinder with rounded rims: tops, plinths, plates."""
    b = min(bevel, (z1 - z0) * 0.45, radius * 0.45)
    rim = [(0, z0), (radius - b - 0.01, z0), (radius - b, z0)]
    rim += [(radius - b + b * math.sin(a), z0 + b - b * math.cos(a)) for a in np.linspace(0.3, math.pi / 2, 4)]
    rim += [(radius - b + b * math.cos(a), z1 - b + b * math.sin(a)) for a in np.linspace(0, math.pi / 2 - 0.3, 4)]
    rim += [(radius - b, z1), (radius - b - 0.01, z1), (0, z1)]
    return lathe(rim, material, segments, (at[0], at[1], 0))
