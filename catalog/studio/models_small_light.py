"""Lamps, lit: table, floor, arc, task, pendant, sconce. Inches."""
import math

import bpy
from models_small_profiles import inset, outer, smooth, vessel
from models_small_shapes import curve, turned
from models_small_surfaces import steel_of
from nodes import INCH
from registry import model
from shapes import box, drum, lathe, place, post, tube

HUNG = 46.0


def bulb(at, power, m, radius=1.15, shown=True):
    """A warm bulb: a small light and, where it can be seen, its ball."""
    light = bpy.data.lights.new('bulb', 'POINT')
    light.energy, light.color, light.shadow_soft_size = power, (1.0, 0.74, 0.46), radius * INCH
    thing = bpy.data.objects.new('bulb', light)
    thing.location = [each * INCH for each in at]
    bpy.context.scene.collection.objects.link(thing)
    if shown:
        ball = [(radius * 0.96 * math.sin(a), -radius * 0.96 * math.cos(a)) for a in (math.pi * k / 20 for k in range(21))]
        glass = lathe(ball, m.fixed('glow', (1.0, 0.8, 0.55), power=3.2), 32, at)
        glass.visible_shadow = False


def shell(low, high, z0, z1, thick=0.07):
    """The section of a drum or cone: outside up, over, inside down."""
    outside = [(low, z0), (low + (high - low) * 0.5, (z0 + z1) / 2), (high, z1)]
    return [*outside, *[(r - thick, z) for r, z in reversed(outside)], (low, z0)]


def cloth_shade(m, r_low, r_high, z0, z1, hex_colour=None, power=1.0):
    """A drum of linen with rolled edges, its fitter inside and a finial above."""
    colour = hex_colour or m.piece['second'] or '#ece5d8'
    skin = m.fixed('lampshade', colour, low=z0, high=z1, power=power)
    thing = lathe(shell(r_low, r_high, z0, z1), skin, 96)
    hem = m.fixed('lampshade', colour, low=z0 - 9, high=z1 + 9, power=power * 0.7)
    for r, z in ((r_low, z0), (r_high, z1)):
        lathe([(r + 0.05, z - 0.16), (r + 0.085, z), (r + 0.05, z + 0.16), (r - 0.09, z + 0.16), (r - 0.12, z),
               (r - 0.09, z - 0.16), (r + 0.05, z - 0.16)], hem, 96)
    wire = m.fixed('metal', '#8a8378')
    for n in range(3):
        a = 2.09 * n + 0.4
        tube([(0, 0, z1 - 0.8), (r_high * math.cos(a), r_high * math.sin(a), z1 - 0.15)], 0.07, wire, segments=6)
    return thing


def finish(m):
    """The metal of the lamp's option."""
    return steel_of(m, rough=0.24)


def cord(points, m, colour='#3a3632', radius=0.1):
    tube(curve(points, 10), radius, m.fixed('painted', colour, rough=0.7), segments=8)


@model('lamp')
def lamp(piece, m):
    """All lamps, by their kind."""
    made = {'table': table, 'floor': floor, 'arc': arc, 'task': task, 'pendant': pendant, 'sconce': sconce}
    return made[piece['drawing']['lamp']](piece, m)


def table(piece, m):
    """A thrown base under a linen drum, or a ball of milk glass on a rod."""
    w, _, h = piece['size']
    if piece['drawing'].get('shade') == 'globe':
        return globe(piece, m)
    r, tall = w / 2, h * 0.43
    base_h, base_r = h - tall - 1.2, w * 0.36
    line = outer('moon', base_r, base_h)
    profile = vessel(line, 0.3, 0.6, foot=line[0][0], foot_height=0.14)
    turned(profile, m.main('stoneware', 'glaze', matt=True, speck=0.35, rim=base_h, broken=0.2), wobble=0.1)
    brass = m.fixed('metal', '#a58a58')
    lathe([(0, base_h), (line[-1][0] * 0.95, base_h), (line[-1][0] * 0.95, base_h + 0.25), (0.5, base_h + 0.3),
           (0.42, base_h + 1.6), (0.6, base_h + 1.7), (0.6, base_h + 3), (0, base_h + 3)], brass, 32)
    z0 = h - tall - 0.2
    cloth_shade(m, r, r * 0.9, z0, h - 0.7, power=0.95)
    tube([(0, 0, h - 1.5), (0, 0, h - 0.4)], 0.09, brass)
    lathe([(0, h - 0.75), (0.22, h - 0.7), (0.3, h - 0.45), (0.2, h - 0.12), (0, h)], brass, 24)
    bulb((0, 0, z0 + tall * 0.45), 1.5, m, shown=False)
    cord([(line[0][0] - 0.1, 0.3, 0.3), (base_r + 1.2, 1.6, 0.1), (base_r + 4, 4.5, 0.1), (base_r + 6.5, 10, 0.1)], m,
         '#b9a98f')
    return {'view': {'turn': 0, 'rise': 7, 'fill': (0.66, 0.76)},
            'detail': {'at': (-r * 0.42, -r * 0.6, z0 - 0.4), 'radius': r * 0.52, 'turn': 12, 'rise': 5}}


def globe(piece, m):
    w, _, h = piece['size']
    r = w / 2
    brass = m.metal()
    drum(r * 0.62, 0, 0.7, brass, 0.18)
    top = h - 2 * r
    post((0, 0, 0.6), (0, 0, top + 0.4), 0.24, 0.24, brass)
    lathe([(0, top - 0.5), (0.9, top - 0.45), (1.5, top + 0.1), (1.62, top + 0.5), (1.4, top + 0.5), (0, top)], brass, 40)
    ball = [(r * math.sin(a), top + r - r * math.cos(a)) for a in (math.pi * k / 60 for k in range(3, 61))]
    lathe(ball, m.main('opal', 'glass'), 96)
    bulb((0, 0, top + r), 0.9, m, shown=False)
    for thing in bpy.data.objects:
        if thing.name.startswith('turned') and thing.dimensions.z > 1.8 * r * INCH:
            thing.visible_shadow = False
    cord([(r * 0.58, 0.3, 0.12), (r * 0.9, 1.5, 0.1), (r * 1.2, 4.5, 0.1), (r * 1.05, 10, 0.1)], m)
    return {'view': {'turn': 0, 'rise': 7, 'fill': (0.58, 0.72)},
            'detail': {'at': (-0.3, -0.5, top + 0.2), 'radius': r * 0.62, 'turn': 10, 'rise': 9}}


def floor(piece, m):
    """A thin stem from a weighted disc, a wide drum above."""
    w, _, h = piece['size']
    r, tall, metal = w / 2, w * 0.56, finish(m)
    drum(w * 0.27, 0, 0.9, metal, 0.25)
    lathe([(0, 0.8), (1.0, 0.85), (0.8, 1.2), (0.42, 1.5), (0.36, 1.8)], metal, 40)
    post((0, 0, 0.8), (0, 0, h - tall * 0.55), 0.36, 0.36, metal)
    for z in (h * 0.36, h * 0.66):
        lathe([(0.34, z - 0.25), (0.46, z - 0.2), (0.46, z + 0.2), (0.34, z + 0.25)], metal, 32)
    z0 = h - tall - 0.6
    cloth_shade(m, r, r * 0.9, z0, h - 0.6, power=0.95)
    lathe([(0, h - 1.2), (0.2, h - 0.9), (0.26, h - 0.5), (0.18, h - 0.1), (0, h)], metal, 24)
    bulb((0, 0, z0 + tall * 0.45), 9.0, m, shown=False)
    cord([(w * 0.25, 0.3, 0.2), (w * 0.36, 1.5, 0.1), (w * 0.5, 6, 0.1), (w * 0.6, 14, 0.1)], m, '#4a453f')
    return {'view': {'turn': 0, 'rise': 6, 'fill': (0.6, 0.84)},
            'detail': {'at': (0, -r * 0.4, z0 + 0.6), 'radius': r * 0.72, 'turn': 12, 'rise': -4}}


def dome_shade(m, skin, r, z0, tall, shape, lining, at=(0, 0), brass=None):
    """A spun shade: the skin outside, a bright lining inside."""
    lines = {
        'dome': [(1.0, 0.0), (0.995, 0.08), (0.95, 0.3), (0.82, 0.56), (0.6, 0.77), (0.34, 0.9), (0.13, 0.95), (0.13, 0.95),
                 (0.12, 1.0)],
        'cone': [(1.0, 0.0), (1.0, 0.0), (0.985, 0.03), (0.6, 0.5), (0.26, 0.86), (0.2, 0.9), (0.2, 0.9), (0.18, 1.0)],
    }
    line = smooth([(k * r, z0 + s * tall) for k, s in lines[shape]], 6)
    inner = inset(line, 0.07)
    outside = lathe([(line[0][0] - 0.07, z0), *line, (0.02, line[-1][1])], skin, 96, (*at, 0))
    inside = lathe([(line[0][0] - 0.06, z0 - 0.004), *[(rr - 0.02, z) for rr, z in inner if z < z0 + tall * 0.92],
                    (0.02, z0 + tall * 0.93)], lining, 96, (*at, 0))
    return outside, inside


def pendant(piece, m):
    """A shade on its cord under a canopy, hung in the picture's middle."""
    w, _, h = piece['size']
    r, z0, kind = w / 2, HUNG, piece['drawing']['shade']
    cord_material = m.fixed('painted', '#2f2c29' if kind != 'paper' else '#e6dfd0', rough=0.7)
    top = z0 + h + w * (0.62 if kind != 'paper' else 0.4)
    if kind == 'paper':
        rows = 15
        body = []
        for k in range(rows * 6 + 1):
            t = k / (rows * 6)
            a = math.pi * (0.1 + 0.8 * t)
            rib = abs(math.sin(math.pi * t * rows))
            body.append((r * math.sin(a) * (0.972 + 0.028 * rib), z0 + h / 2 - h / 2 * math.cos(a) / math.cos(math.pi * 0.1)))
        lathe(body, m.main('lampshade', 'paper', low=z0, high=z0 + h, power=0.9, cloth=False), 120)
        bamboo = m.fixed('rattan', '#cbb68f')
        for r2, z in ((body[0][0], z0), (body[-1][0], z0 + h)):
            lathe([(r2 + 0.06, z - 0.1), (r2 + 0.1, z), (r2 + 0.06, z + 0.1), (r2 - 0.06, z + 0.1), (r2 - 0.06, z - 0.1)],
                  bamboo, 60)
    else:
        skin = steel_of(m, rough=0.3, pure=0.3) if piece['option'] == 'finish' else m.main('painted', 'paint', rough=0.42)
        lining = m.fixed('painted', '#f2e9d8' if kind == 'dome' else '#e8dcc2', rough=0.5)
        dome_shade(m, skin, r, z0, h * 0.9, kind, lining)
        cap = z0 + h * 0.9
        brass = m.fixed('metal', '#a58a58') if piece['brand'] == 'CB' else m.fixed('metal', '#3a3837')
        lathe([(r * 0.12, cap - 0.1), (0.85, cap), (0.85, cap + 0.8), (0.6, cap + 1.15), (0.2, cap + 1.3), (0.1, cap + 1.6),
               (0, cap + 1.6)], brass, 32)
        bulb((0, 0, z0 + h * 0.34), 1.6 * (w * INCH / 0.45) ** 2, m, 1.25)
    tube([(0, 0, z0 + h * 0.95), (0, 0, top)], 0.09, cord_material, segments=8)
    lathe([(2.4, top - 0.9), (2.5, top - 0.8), (2.5, top), (0, top)], cord_material if kind == 'paper' else skin, 48)
    lathe([(0, top - 0.9), (2.4, top - 0.9)], cord_material if kind == 'paper' else skin, 48)
    return {'view': {'turn': 8, 'rise': -12 if kind != 'paper' else 2, 'fill': (0.74, 0.8)}, 'hang': HUNG,
            'detail': {'at': (-r * 0.35, -r * 0.62, z0 + h * 0.22), 'radius': r * 0.58, 'turn': 12, 'rise': -10}}


def sconce(piece, m):
    """A shade on an arm from a round plate on the wall."""
    w, d, h = piece['size']
    z, metal = HUNG, finish(m)
    plate = lathe([(0, 0), (1.9, 0), (2.0, 0.1), (2.0, 0.5), (1.85, 0.62), (0, 0.66)], metal, 64)
    place(plate, (0, 0, z), (90, 0, 0))
    r = w * 0.5
    cloth = piece['drawing'].get('shadeCloth')
    shade_h = h * 0.5
    out = -(d - r) if d - r > 2.5 else -(r + 0.8)
    z1 = z + h * 0.2
    if cloth:
        path = [(0, -0.5, z), (0, out * 0.55, z), (0, out * 0.9, z + 0.25), (0, out, z + 1.2), (0, out, z1 + 0.6)]
    else:
        out = -4.6
        path = [(0, -0.4, z), (0, -1.6, z + 0.4), (0, -2.4, z + h * 0.36), (0, out * 0.8, z + h * 0.52), (0, out, z + h * 0.49)]
    tube(curve(path, 8), 0.24, metal, segments=14)
    if cloth:
        skin = m.fixed('lampshade', piece['second'] or '#ece5d8', low=z1, high=z1 + shade_h, power=0.95)
        thing = lathe(shell(r, r * 0.62, z1, z1 + shade_h), skin, 80)
        for rr, zz in ((r, z1), (r * 0.62, z1 + shade_h)):
            lathe([(rr + 0.05, zz - 0.12), (rr + 0.07, zz), (rr + 0.05, zz + 0.12), (rr - 0.1, zz + 0.12),
                   (rr - 0.1, zz - 0.12), (rr + 0.05, zz - 0.12)], skin, 80).location.y = out * INCH
        thing.location.y = out * INCH
        tube(curve([(0, -0.4, z - 1.9), (0.02, -0.35, z - 6), (0.06, -0.3, z - 11)], 6), 0.11,
             m.fixed('painted', '#cfc3ae', rough=0.7))
        bulb((0, out, z1 + shade_h * 0.45), 0.35, m, shown=False)
    else:
        lining = m.fixed('painted', '#efe4cd', rough=0.5)
        for part in dome_shade(m, metal, w * 0.47, -h * 0.5, h * 0.5, 'cone', lining):
            place(part, (0, out, z + h * 0.5), (-16, 0, 0))
        bulb((0, out - 0.9, z + h * 0.22), 0.35, m, 0.9)
    return {'view': {'turn': 26, 'rise': -3, 'fill': (0.56, 0.66), 'wall': True}, 'hang': HUNG,
            'detail': {'at': (0, out * 0.6, z + 1), 'radius': 3.4, 'turn': 34, 'rise': 4}}


def arc(piece, m):
    """A long bow from a block of marble, a dome at its end."""
    w, d, h = piece['size']
    metal = finish(m)
    x0, r = -w / 2 + d * 0.45, d / 2
    box(x0 - 5.2, x0 + 5.2, -5.2, 5.2, 0, 3.6, m.fixed('marble', '#ece9e4'), 0.18, 3)
    end = w / 2 - r
    half, rise = (end - x0) / 2, h * 0.62
    path = [(x0, 0, 3.2), (x0, 0, h * 0.2)]
    path += [(x0 + half - half * math.cos(a), 0, h * 0.34 + rise * math.sin(a) ** 0.9)
             for a in (math.radians(t) for t in (8, 24, 42, 62, 82, 100, 116, 130, 140, 147))]
    end, low = path[-1][0], path[-1][2]
    path.append((end + 0.5, 0, low - 2.4))
    end += 0.5
    tube(curve(path, 8), 0.52, metal, segments=18)
    lathe([(0.5, 3.4), (1.1, 3.6), (1.1, 4.4), (0.5, 4.7)], metal, 32, (x0, 0, 0))
    tall = r * 0.82
    z0 = low - 2.2 - tall
    dome_shade(m, metal, r, z0, tall, 'dome', m.fixed('painted', '#f1e6d2', rough=0.5), (end, 0))
    bulb((end, 0, z0 + tall * 0.35), 9, m, 1.7)
    return {'view': {'turn': 12, 'rise': 5, 'fill': (0.8, 0.84)},
            'detail': {'at': (end, -r * 0.4, z0 + tall * 0.4), 'radius': r * 0.95, 'turn': 20, 'rise': -6}}


def task(piece, m):
    """A weighted disc, two arms with visible joints, a cone."""
    w, _, h = piece['size']
    skin, steel = m.main('painted', 'paint', rough=0.38), m.metal()
    x0 = w * 0.16
    drum(3.6, 0, 1.0, skin, 0.2, 96, (x0, 0))
    low, elbow, head = (x0, 0, 1.3), (x0 + w * 0.3, 0, h * 0.52), (-w * 0.16, 0, h * 0.95)
    post(low, elbow, 0.27, 0.27, skin)
    post(elbow, head, 0.27, 0.27, skin)
    for at in (low, elbow, head):
        knob = lathe([(0, -0.55), (0.6, -0.55), (0.66, -0.45), (0.66, 0.45), (0.6, 0.55), (0, 0.55)], steel, 32)
        place(knob, at, (90, 0, 0))
    tip = (head[0] - 1.0, 0, head[2] - 0.4)
    for part in dome_shade(m, skin, 3.9, -5.2, 5.4, 'cone', m.fixed('painted', '#f2e8d4', rough=0.5)):
        place(part, tip, (0, 32, 0))
    bulb((tip[0] - 1.9, 0, tip[2] - 3.1), 0.7, m, 0.95)
    cord([(x0 + 3.4, 0.4, 0.25), (x0 + 5.5, 2, 0.1), (x0 + 7.5, 6, 0.1), (x0 + 6.5, 12, 0.1)], m, '#2f2c29')
    return {'view': {'turn': -14, 'rise': 7, 'fill': (0.74, 0.74)},
            'detail': {'at': (tip[0] - 1, -1, tip[2] - 1.5), 'radius': 3.9, 'turn': -24, 'rise': 2}}
