"""The photographer's studio: paper sweep, a large window on the left, soft fill, a long lens."""
import math

import bpy
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector

from camera_roll import PAPER_INDEX
from nodes import INCH, Tree

PAPER = (0.82, 0.805, 0.78)


def clear():
    """An empty file."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.world = bpy.data.worlds.new('world')
    return scene


def bounds(things):
    """Lowest and highest corner (metres) of objects."""
    bpy.context.view_layer.update()
    graph = bpy.context.evaluated_depsgraph_get()
    low, high = Vector((1e9,) * 3), Vector((-1e9,) * 3)
    for thing in things:
        if thing.type != 'MESH':
            continue
        shape = thing.evaluated_get(graph)
        for corner in shape.bound_box:
            at = shape.matrix_world @ Vector(corner)
            low = Vector(map(min, low, at))
            high = Vector(map(max, high, at))
    return low, high


def corners(things):
    """Points of objects for fitting the camera: their meshes' vertices, thinned."""
    bpy.context.view_layer.update()
    out = []
    for thing in things:
        if thing.type != 'MESH':
            continue
        verts = thing.data.vertices
        step = max(1, len(verts) // 400)
        out += [thing.matrix_world @ verts[at].co for at in range(0, len(verts), step)]
    return out


def area(name, at, aim, size, power, colour=(1, 1, 1), size_y=None):
    """A soft light at a point (metres) looking at another."""
    lamp = bpy.data.lights.new(name, 'AREA')
    lamp.shape = 'RECTANGLE'
    lamp.size, lamp.size_y = size, size_y or size
    lamp.energy, lamp.color = power, colour
    thing = bpy.data.objects.new(name, lamp)
    thing.location = at
    thing.rotation_euler = (Vector(aim) - Vector(at)).to_track_quat('-Z', 'Y').to_euler()
    bpy.context.scene.collection.objects.link(thing)
    return thing


def background(strength, colour=(1, 1, 1)):
    """Even light from everywhere."""
    world = bpy.context.scene.world
    world.use_nodes = True
    node = world.node_tree.nodes['Background']
    node.inputs[0].default_value = (*colour, 1)
    node.inputs[1].default_value = strength


def sweep(unit, paper=PAPER, wall=None):
    """Seamless paper; or, with `wall` (metres from the origin), a floor and an upright wall close behind."""
    t = Tree('paper sweep')
    material = t.finish(t.principled(base_color=paper, roughness=0.9, specular=0.1))
    far, bend = (wall, unit * 0.02) if wall is not None else (unit * 2.2, unit * 1.2)
    line = [(-unit * 8, 0.0), (far - bend, 0.0)]
    for step in range(1, 17):
        angle = math.pi / 2 * step / 16
        line.append((far - bend + bend * math.sin(angle), bend - bend * math.cos(angle)))
    line.append((far, unit * 9))
    wide = unit * 12
    points = [(x, y, z) for y, z in line for x in (-wide, wide)]
    faces = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(len(line) - 1)]
    mesh = bpy.data.meshes.new('sweep')
    mesh.from_pydata(points, [], faces)
    mesh.polygons.foreach_set('use_smooth', [True] * len(faces))
    mesh.materials.append(material)
    thing = bpy.data.objects.new('sweep', mesh)
    thing.pass_index = PAPER_INDEX
    bpy.context.scene.collection.objects.link(thing)
    return thing


def daylight(unit, middle):
    """Window light from the left front, weak light from the right, even light from the room. Sized by the piece."""
    aim = middle
    key = area('window', middle + Vector((-1.9, -1.35, 1.75)) * unit, aim, 1.9 * unit, 78 * unit ** 2, (1, 0.985, 0.965),
               2.3 * unit)
    area('card', middle + Vector((2.3, -0.9, 0.9)) * unit, aim, 2.0 * unit, 11 * unit ** 2, (0.97, 0.985, 1.0))
    area('top', middle + Vector((0.2, 0.9, 2.4)) * unit, aim, 2.2 * unit, 22 * unit ** 2)
    background(0.42, (1, 0.995, 0.985))
    return key


def camera(things, turn=24.0, rise=11.0, lens=85.0, fill=(0.86, 0.78), aspect=(4, 5), focus=None):
    """Fits the things: `turn` degrees to the right of straight ahead, `rise` above level; `fill` of width, height.

    focus: (point in metres, radius in metres) frames that spot instead, for details.
    """
    scene = bpy.context.scene
    data = bpy.data.cameras.new('camera')
    data.lens, data.sensor_width, data.sensor_fit = lens, 36.0 * aspect[0] / aspect[1], 'HORIZONTAL'
    data.clip_start, data.clip_end = 0.002, 500
    eye = bpy.data.objects.new('camera', data)
    scene.collection.objects.link(eye)
    scene.camera = eye
    # where things are seen is reckoned from the picture's shape, which stands at 16:9 until it is told
    scene.render.resolution_x, scene.render.resolution_y = 100 * aspect[0], 100 * aspect[1]
    if focus:
        middle, radius = Vector(focus[0]), focus[1]
        points = [middle + Vector((x, y, z)) * radius for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    else:
        low, high = bounds(things)
        middle, radius = (low + high) / 2, (high - low).length / 2
        points = corners(things)
    a, b = math.radians(turn), math.radians(rise)
    toward = Vector((math.sin(a) * math.cos(b), -math.cos(a) * math.cos(b), math.sin(b)))
    eye.rotation_euler = (-toward).to_track_quat('-Z', 'Y').to_euler()
    distance = radius * 6
    for _ in range(5):
        eye.location = middle + toward * distance
        bpy.context.view_layer.update()
        seen = [world_to_camera_view(scene, eye, point) for point in points]
        xs, ys = [p.x for p in seen], [p.y for p in seen]
        wide, tall = max(xs) - min(xs), max(ys) - min(ys)
        if focus:
            distance *= (wide + tall) / 2 * 0.9
            continue
        distance *= max(wide / fill[0], tall / fill[1])
        data.shift_x += (max(xs) + min(xs)) / 2 - 0.5
        data.shift_y += ((max(ys) + min(ys)) / 2 - 0.5) * aspect[1] / aspect[0]
    if not focus:
        data.shift_y += 0.03
    return eye


def frame_of(things, left=0.06, right=0.16, up=0.03, down=0.07):
    """The share of the picture (x0, x1, y0, y1 from the lower left) with the things and their shadow."""
    scene = bpy.context.scene
    seen = [world_to_camera_view(scene, scene.camera, point) for point in corners(things)]
    xs, ys = [p.x for p in seen], [p.y for p in seen]
    # a sliver beside the picture's edge would stay black: nothing is rendered there, and it is too thin to blend
    low = [0.0 if each < 0.02 else each for each in (min(xs) - left, min(ys) - down)]
    high = [1.0 if each > 0.98 else each for each in (max(xs) + right, max(ys) + up)]
    return low[0], high[0], low[1], high[1]


def inches(*at):
    """A point in metres from inches."""
    return Vector(at) * INCH
