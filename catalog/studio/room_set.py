"""The stage of the room scenes: floor, walls, window light, and pieces of the catalogue put in their places. Inches."""
import json
import math
import random

import bpy
from mathutils import Vector

import registry
import studio
from materials import Materials
from nodes import INCH, Tree, srgb_to_linear
from shapes import box, lathe, make, place, prism, sheet, smooth_profile, tube
from surfaces import SURFACES
from workplace import LIST


def boards(rgb, wide=6.0, long=78.0, rough=0.38):
    """A floor of boards along x."""
    t = Tree('boards', rgb)
    at = t.solid()
    brick = t.node('ShaderNodeTexBrick', {'Vector': at, 'Color1': (0.0, 0.0, 0.0), 'Color2': (1.0, 1.0, 1.0),
                                          'Mortar': (0.5, 0.5, 0.5), 'Scale': 1.0, 'Mortar Size': 0.05, 'Bias': 0.0,
                                          'Brick Width': long, 'Row Height': wide}, offset=0.37)
    tone = t.span(brick.outputs['Color'], 0.0, 1.0, 0.8, 1.12)
    grain = t.noise(t.solid((0.05, 1, 1)), 3.0, 4, 0.65)
    tint = t.math('MULTIPLY', tone, t.span(grain, 0.3, 0.7, 0.8, 1.12))
    tint = t.math('MULTIPLY', tint, t.span(brick.outputs['Fac'], 0.0, 1.0, 1.0, 0.45))
    return t.finish(t.principled(base_color=t.shade(rgb, tint), roughness=rough, specular=0.4,
                                 normal=t.bump(grain, 0.015, 0.4)))


def plaster(rgb):
    """A wall finished by hand."""
    t = Tree('plaster', rgb)
    at = t.solid()
    cloud = t.noise(at, 0.035, 4, 0.6, 0.8)
    hand = t.noise(t.solid((1, 1, 0.6)), 0.4, 4, 0.6)
    return t.finish(t.principled(base_color=t.shade(rgb, t.span(cloud, 0.3, 0.7, 0.94, 1.04)), roughness=0.95,
                                 specular=0.1, normal=t.bump(hand, 0.12, 0.35)))


def concrete(rgb):
    """Cast concrete in panels with tie holes' tone."""
    t = Tree('concrete', rgb)
    at = t.solid()
    cloud = t.noise(at, 0.03, 6, 0.68, 0.5)
    fine = t.noise(at, 1.6, 4, 0.7)
    split = t.node('ShaderNodeSeparateXYZ', {0: t.node('ShaderNodeTexCoord').outputs['Object']})

    def joint(value, each):
        share = t.math('FRACT', t.math('DIVIDE', value, each * INCH))
        return t.span(t.math('ABSOLUTE', t.math('SUBTRACT', share, 0.5)), 0.496, 0.499, 1.0, 0.55)

    lines = t.math('MINIMUM', joint(split.outputs[0], 62.0), joint(split.outputs[2], 49.0))
    tint = t.math('MULTIPLY', t.span(cloud, 0.3, 0.7, 0.78, 1.12), t.span(fine, 0.3, 0.7, 0.95, 1.05))
    return t.finish(t.principled(base_color=t.shade(rgb, t.math('MULTIPLY', tint, lines)), roughness=0.7, specular=0.3,
                                 normal=t.bump(fine, 0.02, 0.4)))


class Room:
    """One scene being set."""

    def __init__(self, brand):
        self.brand = brand
        with open(LIST, encoding='utf8') as file:
            self.pieces = {piece['key']: piece for piece in json.load(file)['pieces']}
        self.m = Materials({'tones': [{'hex': '#ffffff'}], 'option': 'color', 'second': None, 'wood': '#73503a',
                            'metal': '#242322'})

    def put(self, key, x, y, turn=0.0, tone=0, z=0.0, tilt=0.0):
        """Builds a piece with its origin at a point of the room; `tone`: which of its colours. Returns its handle."""
        piece = self.pieces[key]
        before = set(bpy.data.objects)
        registry.MODELS[piece['drawing']['kind']](piece, Materials(piece, piece['tones'][tone]['hex']))
        handle = bpy.data.objects.new(f'at {key}', None)
        bpy.context.scene.collection.objects.link(handle)
        for thing in set(bpy.data.objects) - before - {handle}:
            if thing.parent is None:
                thing.parent = handle
        handle.location = Vector((x, y, z)) * INCH
        handle.rotation_euler = (math.radians(tilt), 0, math.radians(turn))
        return handle

    def floor(self, material, wide=420, front=-320, back=110):
        """The floor."""
        box(-wide / 2, wide / 2, front, back, -1, 0, material, 0)

    def wall(self, material, back=110, wide=420, high=132, skirting='#f2eee6', panels=0):
        """The wall behind, with a skirting board."""
        box(-wide / 2, wide / 2, back, back + 4, 0, high, material, 0)
        if skirting:
            paint = SURFACES['painted'](srgb_to_linear(skirting), rough=0.45)
            box(-wide / 2, wide / 2, back - 0.8, back, 0, 6, paint, 0.2)
            for at in range(panels):
                w = wide / panels
                x0 = -wide / 2 + w * at + 7
                for a, b, c, d in ((x0, x0 + w - 14, 12, 13.2), (x0, x0 + w - 14, high - 34, high - 32.8),
                                   (x0, x0 + 1.2, 12, high - 33), (x0 + w - 15.2, x0 + w - 14, 12, high - 33)):
                    box(a, b, back - 0.7, back, c, d, material, 0.25)

    def side_wall(self, material, x=-150, front=-320, back=110, high=132, window=None, bars='#f2eee6', rows=4):
        """A wall at the left with a tall window: (y0, y1, z0, z1)."""
        if not window:
            box(x - 5, x, front, back, 0, high, material, 0)
            return
        y0, y1, z0, z1 = window
        for a, b, c, d in ((front, y0, 0, high), (y1, back, 0, high), (y0, y1, 0, z0), (y0, y1, z1, high)):
            box(x - 5, x, a, b, c, d, material, 0)
        paint = SURFACES['painted'](srgb_to_linear(bars), rough=0.4)
        for at in range(4):
            y = y0 + (y1 - y0) * at / 3
            box(x - 4, x - 2.5, y - 0.9, y + 0.9, z0, z1, paint, 0.1)
        for at in range(rows + 1):
            z = z0 + (z1 - z0) * at / rows
            box(x - 4, x - 2.5, y0, y1, z - 0.8, z + 0.8, paint, 0.1)

    def sun(self, strength, colour=(1, 0.93, 0.82), toward=(1.0, 0.62, -0.62), soft=3.0):
        """Sun through the window at the left."""
        lamp = bpy.data.lights.new('sun', 'SUN')
        lamp.energy, lamp.color, lamp.angle = strength, colour, math.radians(soft)
        thing = bpy.data.objects.new('sun', lamp)
        thing.rotation_euler = Vector(toward).to_track_quat('-Z', 'Y').to_euler()
        bpy.context.scene.collection.objects.link(thing)

    def soft(self, at, aim, size, power, colour=(1, 1, 1), tall=None):
        """A soft light, in inches; power in watts."""
        return studio.area('soft', studio.inches(*at), studio.inches(*aim), size * INCH, power, colour,
                           tall * INCH if tall else None)

    def bulb(self, x, y, z, power, colour=(1, 0.72, 0.42), radius=3.0):
        """A lamp's light."""
        lamp = bpy.data.lights.new('bulb', 'POINT')
        lamp.energy, lamp.color, lamp.shadow_soft_size = power, colour, radius * INCH
        thing = bpy.data.objects.new('bulb', lamp)
        thing.location = studio.inches(x, y, z)
        bpy.context.scene.collection.objects.link(thing)

    def eye(self, at, aim, lens=35.0, rise=0.0):
        """The camera, upright; `rise` shifts the view up or down (share of the width)."""
        data = bpy.data.cameras.new('eye')
        data.lens, data.shift_y = lens, rise
        thing = bpy.data.objects.new('eye', data)
        bpy.context.scene.collection.objects.link(thing)
        thing.location = studio.inches(*at)
        way = studio.inches(aim[0] - at[0], aim[1] - at[1], 0)
        thing.rotation_euler = way.to_track_quat('-Z', 'Y').to_euler()
        bpy.context.scene.camera = thing

    def tree(self, x, y, high=74, pot='#c9b79c', seed=1):
        """An olive tree in a pot."""
        chance = random.Random(seed)
        stone = self.m.fixed('stone', pot)
        lathe(smooth_profile([(0, 0), (6.4, 0), (8.4, 8), (9, 15), (9.2, 16), (8.4, 16), (8, 14), (0, 13.6)], 5), stone, 56,
              (x, y, 0))
        bark = self.m.fixed('wood', '#7b6a55')
        points, faces = {'#66754f': [], '#8b9674': []}, {'#66754f': [], '#8b9674': []}
        for _ in range(9):
            angle, lean = chance.random() * 6.3, 5 + chance.random() * 13
            base = Vector((x + chance.uniform(-1, 1), y + chance.uniform(-1, 1), 13))
            fork = Vector((x + 0.25 * lean * math.cos(angle), y + 0.25 * lean * math.sin(angle),
                           high * chance.uniform(0.46, 0.58)))
            tip = Vector((x + lean * math.cos(angle), y + lean * math.sin(angle), high * chance.uniform(0.76, 0.98)))
            path = [base.lerp(fork, t) if t <= 1 else fork.lerp(tip, t - 1) for t in (0, 0.5, 1, 1.4, 1.8, 2)]
            tube(path, [0.8, 0.65, 0.5, 0.35, 0.22, 0.1], bark)
            for _ in range(13):
                self._twig(chance, fork.lerp(tip, chance.uniform(0.15, 1.0)), (x, y), bark, points, faces)
        for colour, each in faces.items():
            make('leaves', [tuple(p) for p in points[colour]], each, self.m.fixed('painted', colour, rough=0.55), smooth=False)

    def _twig(self, chance, root, trunk, bark, points, faces):
        """A thin branch that bends outward, with leaves along it on both sides."""
        away = Vector((root.x - trunk[0] + chance.uniform(-4, 4), root.y - trunk[1] + chance.uniform(-4, 4), 0))
        away = away.normalized() if away.length else Vector((1, 0, 0))
        heading = (away + Vector((0, 0, chance.uniform(0.1, 1.1)))).normalized()
        long = chance.uniform(6, 10)
        line = [root + heading * long * t - Vector((0, 0, 2.2 * t * t)) for t in (0, 0.25, 0.5, 0.75, 1)]
        tube(line, [0.11, 0.09, 0.07, 0.05, 0.03], bark)
        across = heading.cross(Vector((0, 0, 1))).normalized()
        for nth in range(18):
            t = 0.12 + 0.9 * nth / 18
            spot = root + heading * long * t - Vector((0, 0, 2.2 * t * t))
            turn = across * (1 if nth % 2 else -1)
            way = (turn + heading * chance.uniform(0.5, 1.1) + Vector((0, 0, chance.uniform(-0.5, 0.5)))).normalized()
            side = way.cross(Vector((chance.uniform(-0.5, 0.5), chance.uniform(-0.5, 0.5), 1))).normalized() * 0.3
            size = chance.uniform(1.9, 2.7) * (1.1 - 0.35 * t)
            colour = chance.choice(('#66754f', '#66754f', '#8b9674'))
            first = len(points[colour])
            points[colour] += [spot, spot + way * size * 0.35 + side, spot + way * size * 0.75 + side * 0.7, spot + way * size,
                               spot + way * size * 0.75 - side * 0.7, spot + way * size * 0.35 - side]
            faces[colour].append(tuple(range(first, first + 6)))

    def drape(self, x, y, wide, high, colour, seed=2):
        """A long curtain standing at a window."""
        cloth = self.m.fixed('linen', colour)
        sheet(120, 8, lambda u, v: (x + 2.2 * math.sin(u * 44 + seed) * (0.7 + 0.3 * v) + 0.6 * math.sin(u * 17),
                                    y + (u - 0.5) * wide, high * v), cloth, 0.12)

    def picture(self, x, back, z, w, h, colours, frame='#c39a69'):
        """A framed print on the wall: two soft shapes."""
        paper = self.m.fixed('paper', colours[0])
        box(x - w / 2, x + w / 2, back - 1.4, back, z - h / 2, z + h / 2, self.m.fixed('wood', frame), 0.1)
        box(x - w / 2 + 0.8, x + w / 2 - 0.8, back - 1.45, back - 1.3, z - h / 2 + 0.8, z + h / 2 - 0.8, paper, 0)
        for nth, colour in enumerate(colours[1:]):
            r = w * (0.27 - 0.05 * nth)
            ring = [(r * math.cos(a * 0.1309), r * (1.15 + 0.3 * nth) * math.sin(a * 0.1309)) for a in range(48)]
            place(prism(ring, 0.02, self.m.fixed('paper', colour), 0),
                  (x + w * (0.08 - 0.2 * nth), back - 1.5 - nth * 0.03, z + h * (0.12 - 0.26 * nth)))
