"""Gift cards and donations. Inches."""
import math

import bpy
import models_small_surfaces  # noqa: F401
from models_small_profiles import outer, vessel
from models_small_plants import leaf
from models_small_shapes import curve, strap, turned
from nodes import INCH
from registry import model
from shapes import box, lathe, make, place, prism, rounded_rect, tube


def words(text, size, material, at, turn=(0, 0, 0), thick=0.004):
    """Raised letters, centred."""
    font = bpy.data.curves.new('words', 'FONT')
    font.body, font.size, font.extrude = text, size * INCH, thick * INCH
    font.align_x, font.align_y = 'CENTER', 'CENTER'
    thing = bpy.data.objects.new('words', font)
    font.materials.append(material)
    bpy.context.scene.collection.objects.link(thing)
    return place(thing, at, turn)


@model('giftCard')
def gift_card(piece, m):
    """A card half out of its envelope, leaning on it; the mark in one corner, a sprig across."""
    w, _, h = piece['size']
    is_night = piece['brand'] == 'CB2'
    tone = piece['tones'][0]['hex']
    paper = m.fixed('paper', '#26252a' if is_night else '#ece4d6')
    inside = m.fixed('paper', '#d9d6cf' if is_night else '#b9714f')
    ew, eh = w * 1.42, h * 1.5
    # envelope lying, its flap open to the back
    box(-ew / 2, ew / 2, -eh / 2, eh / 2, 0, 0.05, paper, 0.012)
    flap = [(-ew / 2, eh / 2, 0.05), (ew / 2, eh / 2, 0.05), (ew * 0.12, eh * 0.98, 0.24), (-ew * 0.12, eh * 0.98, 0.24)]
    make('flap', flap, [(0, 1, 2, 3)], inside, smooth=False)
    pocket = [(-ew / 2, -eh / 2, 0.062), (ew / 2, -eh / 2, 0.062), (ew / 2, eh * 0.32, 0.066), (0, eh * 0.02, 0.085), (-ew / 2, eh * 0.32, 0.066)]
    make('pocket', pocket, [(0, 1, 2, 3, 4)], paper, smooth=False)
    # the card stands against a small block of wood
    outline = rounded_rect(w, h, 0.16, 8)
    body = prism(outline, 0.045, m.fixed('painted', tone, rough=0.35), 0.012, 2)
    face = m.fixed('printed', tone, pattern='blank' if is_night else 'leaf', size=(w, h), paper=(0.86, 0.8, 0.72), rough=0.35)
    points = [(x, -0.0245, z) for x, z in rounded_rect(w - 0.03, h - 0.03, 0.15, 8)]
    front = make('face', points, [tuple(range(len(points)))], face, smooth=False)
    front.parent = body
    light = m.fixed('metal', '#d8c08a', rough=0.25) if not is_night else m.fixed('painted', '#f6f5f2', rough=0.4)
    mark = piece['drawing']['mark']
    text = words(mark, 0.62 if is_night else 0.5, light, (-w * 0.5 + (0.72 if is_night else 0.52), -0.03, h * 0.5 - 0.42),
                 (90, 0, 0))
    text.parent = body
    small = words('gift card' if is_night else 'Gift Card', 0.17, light, (w * 0.5 - 0.56, -0.03, -h * 0.5 + 0.26), (90, 0, 0))
    small.parent = body
    place(body, (0.25, -0.25, h / 2 * math.cos(math.radians(17)) + 0.09), (-17, 0, -9))
    block = box(-0.9, 0.9, -0.3, 0.3, 0.09, 1.0, m.fixed('wood', '#3a322c' if is_night else '#c39a69'), 0.06)
    place(block, (0.35, 0.42, 0.55), (0, 0, -9))
    return {'view': {'turn': 10, 'rise': 26, 'fill': (0.84, 0.6)}}


@model('sapling')
def sapling(piece, m):
    """What a gift of money becomes: a seedling in a pot, or a small house with light in its window."""
    return (house if 'shelter' in piece['key'] else seedling)(piece, m)


def seedling(piece, m):
    clay = m.main('stoneware', 'glaze', matt=True, speck=0.25)
    line = outer('planter', 2.3, 4.0)
    turned(vessel(line, 0.24, 1.0, rim=0.24), clay, wobble=0.08)
    lathe([(2.28, 3.35), (2.42, 3.4), (2.45, 4.0), (2.36, 4.08), (2.2, 4.0)], clay, 96)
    earth = turned([(0, 3.72), (0.8, 3.7), (1.5, 3.62), (2.14, 3.5)][::-1], m.fixed('bisque', '#35281f'))
    for k, vert in enumerate(earth.data.vertices):
        vert.co.z += 0.0018 * math.sin(k * 12.9898)
    stalk, green = m.fixed('rattan', '#74603f'), m.fixed('painted', '#5f7f4a', rough=0.55)
    path = curve([(0, 0, 3.5), (0.12, 0, 5.0), (-0.1, 0.05, 6.6), (0.08, 0, 8.4)], 8)
    n = len(path) - 1
    tube(path, [0.13 - 0.07 * k / n for k in range(n + 1)], stalk, segments=10)
    for k, (at, turn, rise, long) in enumerate(((8, 20, 0.5, 1.9), (9, 200, 0.5, 1.8), (13, 110, 0.7, 1.8), (14, 290, 0.6, 1.9),
                                                (18, 30, 0.9, 1.7), (19, 190, 0.9, 1.6), (22, 100, 1.2, 1.4), (23, 280, 1.3, 1.3),
                                                (24, 10, 2.2, 1.2))):
        a = math.radians(turn)
        leaf(path[min(n, at)], (math.cos(a), math.sin(a), rise), long * 1.25, long * 0.62, green, 0.34, k)
    return {'view': {'turn': 8, 'rise': 11, 'fill': (0.56, 0.72)}}


def house(piece, m):
    tone = piece['tones'][0]['hex']
    wood, roof = m.fixed('wood', '#d3b48a'), m.fixed('painted', tone, rough=0.6)
    w, h, d = 4.2, 3.6, 3.4
    front = [(-w / 2, 0), (w / 2, 0), (w / 2, h), (0, h + 2.3), (-w / 2, h)]
    prism(front, d, wood.along('z'), 0.05, 2)
    for side in (-1, 1):
        slab = box(-1.72, 1.72, -d / 2 - 0.28, d / 2 + 0.28, -0.14, 0.14, roof, 0.05)
        angle = math.degrees(math.atan2(2.3, w / 2))
        place(slab, (side * (w / 4 + 0.1), 0, h + 1.15 + 0.14), (0, side * angle, 0))
    glow, dark = m.fixed('glow', (1.0, 0.74, 0.38), power=1.5), m.fixed('wood', '#73503a')
    y = -d / 2 - 0.012
    box(-1.35, -0.35, y - 0.04, y, 0.02, 2.0, dark, 0.02)
    box(0.42, 1.42, y - 0.012, y, 1.15, 2.15, glow, 0)
    for x0, x1, z0, z1 in ((0.32, 0.44, 1.05, 2.25), (1.4, 1.52, 1.05, 2.25), (0.32, 1.52, 1.05, 1.17), (0.32, 1.52, 2.13, 2.25),
                           (0.89, 0.95, 1.1, 2.2), (0.4, 1.45, 1.62, 1.68)):
        box(x0, x1, y - 0.07, y, z0, z1, wood, 0.015)
    lathe([(0.09, -0.04), (0.1, 0), (0.06, 0.06), (0, 0.07)], m.fixed('metal', '#b08d57'), 16, (-0.5, y - 0.1, 1.0))
    box(0.9, 1.5, 0.2, 0.8, h + 0.6, h + 2.3, roof, 0.04)
    brass = m.fixed('metal', '#b08d57', rough=0.22)
    ring = [(3.7 + 0.62 * math.cos(a), -2.1 + 0.62 * math.sin(a), 0.1) for a in (2 * math.pi * k / 30 for k in range(30))]
    tube(ring, 0.1, brass, closed=True)
    strap([(3.25, -2.55, 0.1), (2.2, -3.5, 0.1)], 0.26, 0.14, brass, up=(0.7, -0.7, 0))
    for at in (0.55, 0.85):
        x, yy = 3.25 - 1.05 * at, -2.55 - 0.95 * at
        strap([(x, yy, 0.1), (x + 0.28, yy - 0.3, 0.1)], 0.2, 0.12, brass, up=(0, 0, 1))
    return {'view': {'turn': 22, 'rise': 15, 'fill': (0.7, 0.6)}}
