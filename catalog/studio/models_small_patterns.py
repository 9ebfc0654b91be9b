"""Patterns drawn with numpy: red is the share of the main colour, green that of the accent, blue the height of the pile.

x runs over the width, y over the length, both in inches from the middle.
"""
import math

import bpy
import numpy as np

DPI = 10
_made = {}


def pattern_image(name, size):
    """The pattern as a Blender image, drawn once."""
    key = (name, tuple(size))
    if key in _made:
        return _made[key]
    dpi = DPI if size[0] > 30 else 900 / max(size)
    columns, rows = int(size[0] * dpi), int(size[1] * dpi)
    x, y = np.meshgrid((np.arange(columns) + 0.5) / dpi - size[0] / 2, (np.arange(rows) + 0.5) / dpi - size[1] / 2)
    shares = PATTERNS[name](x, y, size)
    pixels = np.ones((rows, columns, 4), dtype=np.float32)
    for channel, layer in enumerate(shares):
        pixels[..., channel] = np.clip(layer, 0, 1)
    image = bpy.data.images.new(f'pattern-{name}', columns, rows, alpha=False, float_buffer=True, is_data=True)
    image.pixels.foreach_set(pixels.ravel())
    image.pack()
    _made[key] = image
    return image


def wander(at, seed, amount, slow=9.0):
    """A line drawn by hand: a slow drift along `at`."""
    chance = np.random.default_rng(seed)
    phases, speeds = chance.uniform(0, 6.28, 4), chance.uniform(0.5, 1.8, 4) / slow
    return amount * sum(np.sin(at * speed * 6.28 + phase) for speed, phase in zip(speeds, phases)) / 2.2


def band(value, low, high, soft=0.1):
    """1 between low and high with soft edges."""
    return np.clip((value - low) / soft + 0.5, 0, 1) * np.clip((high - value) / soft + 0.5, 0, 1)


def _nothing(x):
    return np.zeros_like(x)


def plain(x, y, size):
    rows = 0.5 + 0.5 * np.sin(y * 6.28 / 0.55 + wander(x, 3, 0.8))
    tone = 0.82 + 0.18 * np.clip(wander(y, 5, 1.0, 14) + wander(x, 9, 0.6, 25), -1, 1)
    return tone, _nothing(x), rows * 0.6


def stripes(x, y, size):
    """Stripes that do not quite repeat."""
    chance = np.random.default_rng(12)
    main, at = np.ones_like(x), -size[1] / 2 + 5.0
    bent = y + wander(x, 2, 0.12, 22)
    while at < size[1] / 2 - 6:
        for wide, gap in zip(chance.choice([0.45, 0.7, 1.6, 2.6], 3), chance.uniform(0.8, 1.6, 3)):
            main -= band(bent, at, at + wide, 0.14)
            at += wide + gap
        at += chance.uniform(4.5, 8.5)
    return np.clip(main, 0, 1), _nothing(x), 0.5 + 0.12 * main


def decking(x, y, size):
    """Broad even stripes with a thin companion."""
    step = (y + 200) % 8.0
    main = band(step, 0.0, 4.6, 0.1) - band(step, 1.0, 1.5, 0.1)
    edge = band(np.abs(y), 0, size[1] / 2 - 2.2, 0.1)
    return np.where(edge > 0.5, main, 1.0), _nothing(x), 0.5 + 0.05 * main


def border(x, y, size):
    """A plain field, a quiet band along the edge."""
    edge = np.minimum(size[0] / 2 - np.abs(x), size[1] / 2 - np.abs(y))
    line = band(edge, 3.2, 5.4, 0.25) + band(edge, 6.6, 7.4, 0.25)
    return 1 - np.clip(line, 0, 1) * 0.9, _nothing(x), 0.5 * np.ones_like(x)


def diamonds(x, y, size):
    """A trellis of lozenges with a smaller one inside each."""
    u, v = x / 10.0, y / 13.7
    cell = np.abs((u + v) % 1 - 0.5), np.abs((u - v) % 1 - 0.5)
    far = np.maximum(*cell)
    line = band(far, 0.44, 0.56, 0.02) + band(far, 0.34, 0.375, 0.015) + band(far, 0.0, 0.12, 0.02)
    edge = np.minimum(size[0] / 2 - np.abs(x), size[1] / 2 - np.abs(y))
    frame = band(edge, 1.6, 2.6, 0.1)
    line = np.where(edge < 3.4, frame, line)
    return 1 - np.clip(line, 0, 1), _nothing(x), 0.5 * np.ones_like(x)


def grid(x, y, size):
    """A grid drawn by hand."""
    lines = _nothing(x)
    for n, at in enumerate(np.linspace(-size[0] / 2 + 6.5, size[0] / 2 - 6.5, 6)):
        drift = at + wander(y, 20 + n, 0.55, 40)
        lines = np.maximum(lines, band(np.abs(x - drift), -1, 0.26 + wander(y, 50 + n, 0.07, 8), 0.14))
    for n, at in enumerate(np.linspace(-size[1] / 2 + 7, size[1] / 2 - 7, 9)):
        drift = at + wander(x, 80 + n, 0.5, 36)
        lines = np.maximum(lines, band(np.abs(y - drift), -1, 0.26 + wander(x, 110 + n, 0.07, 8), 0.14))
    return 1 - lines, _nothing(x), 0.55 - 0.3 * lines


def arches(x, y, size):
    """Rows of nested arches, carved."""
    wide, tall = size[0] / 5, size[1] / 7
    row = np.floor((y + size[1] / 2) / tall)
    u = (x + size[0] / 2 + (row % 2) * wide / 2) % wide - wide / 2
    v = (y + size[1] / 2) % tall
    spring = tall * 0.44
    far = np.where(v > spring, np.hypot(u, (v - spring) * 0.98), np.abs(u))
    rings = _nothing(x)
    carve = _nothing(x)
    for at in (0.92, 0.66, 0.4):
        radius = at * wide / 2
        rings = np.maximum(rings, band(far, radius - 0.42, radius + 0.1, 0.14))
        carve = np.maximum(carve, band(far, radius - 0.62, radius + 0.3, 0.3))
    return 1 - rings, _nothing(x), 0.9 - 0.9 * carve


def _petals(x, y, cx, cy, radius, count, depth=0.22, turn=0.0):
    angle = np.arctan2(y - cy, x - cx)
    return np.hypot(x - cx, y - cy) / (radius * (1 + depth * np.cos(count * angle + turn)))


def medallion(x, y, size):
    """An old carpet: three borders, corner pieces, a lobed medallion with small flowers, worn by washing."""
    W, L = size[0] / 2, size[1] / 2
    edge = np.minimum(W - np.abs(x), L - np.abs(y))
    main, ink = np.ones_like(x), _nothing(x)

    def light(mask, value=1.0):
        nonlocal main
        main = main * (1 - mask * value)

    def dark(mask, value=1.0):
        nonlocal ink
        ink = np.maximum(ink, mask * value)

    field = band(edge, 9.4, 999)
    # borders
    light(band(edge, 1.0, 1.7, 0.12))
    light(band(edge, 7.9, 8.6, 0.12))
    dark(band(edge, 2.0, 2.3, 0.1), 0.8)
    dark(band(edge, 7.3, 7.6, 0.1), 0.8)
    along = np.where(W - np.abs(x) < L - np.abs(y), y, x)
    step = (along + 300) % 6.0 - 3.0
    rosette = np.hypot(step, (edge - 4.8) * 1.0)
    inside = band(edge, 2.4, 7.2)
    star = rosette / (1.7 * (1 + 0.24 * np.cos(8 * np.arctan2(edge - 4.8, step))))
    light(inside * band(star, -1, 1.0, 0.08))
    dark(inside * band(star, -1, 0.46, 0.08), 0.85)
    vine = np.abs(edge - 4.8 - 1.6 * np.sin(along * 6.283 / 6.0))
    light(inside * band(vine, -1, 0.22, 0.12) * band(star, 1.15, 99, 0.1), 0.8)
    small = (along + 300) % 1.5 - 0.75
    for at in (1.35, 8.25):
        dark(band(np.abs(small) + np.abs(edge - at), -1, 0.3, 0.08), 0.7)
    # corner pieces and medallion
    ax, ay = W - 9.4 - np.abs(x), L - 9.4 - np.abs(y)
    corner = np.hypot(ax, ay * 0.8) / (13.5 * (1 + 0.1 * np.cos(9 * np.arctan2(ay, ax))))
    light(field * band(corner, -1, 1.0, 0.02))
    dark(field * band(corner, 0.9, 0.94, 0.015), 0.8)
    dark(field * band(corner, 0.42, 0.5, 0.02), 0.7)
    main = np.maximum(main, field * band(corner, -1, 0.42, 0.03))
    tall = 1.32
    for radius, lobes, kind in ((16.0, 16, 'light'), (14.6, 16, 'ink'), (14.0, 16, 'main'), (9.4, 12, 'light'),
                                (8.5, 12, 'ink'), (7.9, 12, 'light'), (4.2, 8, 'main'), (2.2, 8, 'ink'), (1.5, 8, 'light')):
        inside = field * band(_petals(x, y / tall, 0, 0, radius, lobes, 0.07), -1, 1.0, 0.02)
        if kind == 'light':
            light(inside)
            ink = ink * (1 - inside)
        elif kind == 'ink':
            dark(inside, 0.85)
        else:
            main = np.maximum(main, inside)
            ink = ink * (1 - inside)
    for sign in (1, -1):
        pendant = field * band(_petals(x, (y - sign * 25.5) / 1.5, 0, 0, 3.0, 6, 0.12), -1, 1.0, 0.05)
        light(pendant)
        dark(field * band(_petals(x, (y - sign * 25.5) / 1.5, 0, 0, 1.4, 6, 0.12), -1, 1.0, 0.08), 0.85)
    # small flowers over the field
    fx, fy = (x + 300 + 3.5 * (np.floor((y + 300) / 7) % 2)) % 7 - 3.5, (y + 300) % 7 - 3.5
    free = field * band(_petals(x, y / tall, 0, 0, 17.5, 16, 0.07), 1.0, 99) * band(corner, 1.08, 99)
    flower = _petals(fx, fy, 0, 0, 0.85, 5, 0.3)
    light(free * band(flower, -1, 1.0, 0.1), 0.85)
    dark(free * band(flower, -1, 0.42, 0.1), 0.7)
    ring = np.hypot(x, y / tall)
    twelve = np.arctan2(y / tall, x) * 12 / 6.283
    bead = np.hypot((twelve % 1 - 0.5) * 11.7 * 6.283 / 12, ring - 11.7)
    light(band(bead, -1, 0.95, 0.1) * field, 0.9)
    dark(band(bead, -1, 0.45, 0.1) * field, 0.8)
    # washed until it looks inherited
    chance = np.random.default_rng(4)
    wear = sum(np.sin(x * a + y * b + c) for a, b, c in chance.uniform(-0.5, 0.5, (7, 3)) * [1, 1, 12]) / 7
    fade = np.clip(0.84 + 0.5 * wear, 0.5, 1)
    return 0.1 + main * 0.9 * fade, ink * fade * 0.8, 0.5 + 0.2 * main


def field(x, y, size):
    """Hills, a sun and a great deal of quiet; the paper shows as a margin."""
    w, h = size
    u, v = x / w, y / h
    inside = band(np.abs(u), -1, 0.385, 0.004) * band(np.abs(v), -1, 0.40, 0.003)
    main, ink, tone = _nothing(x), _nothing(x), np.ones_like(x)
    sun = band(np.hypot(u * w, (v - 0.17) * h), -1, 0.105 * w, 0.05)
    main = np.maximum(main, sun)
    chance = np.random.default_rng(8)
    speckle = chance.normal(0, 1, x.shape)
    for n, (top, main_share, ink_share) in enumerate(((0.02, 0.32, 0.0), (-0.09, 0.62, 0.0), (-0.17, 1.0, 0.0),
                                                      (-0.27, 0.85, 0.45), (-0.34, 0.5, 0.8))):
        ridge = top + 0.055 * np.sin(u * (4.2 + n) + n * 2.1) + 0.018 * np.sin(u * 13 + n * 4)
        hill = band(ridge - v, 0, 9, 0.004)
        worn = 1 + 0.05 * speckle
        main = main * (1 - hill) + main_share * hill * worn
        ink = ink * (1 - hill) + ink_share * hill
        tone = np.where(hill > 0.5, 1 - 0.12 * np.clip((ridge - v) / 0.2, 0, 1), tone)
    return main * inside, ink * inside, tone


def blank(x, y, size):
    return np.ones_like(x), _nothing(x), np.ones_like(x)


def leaf(x, y, size):
    """A sprig across a card."""
    u, v = x / size[0] * 3.4, y / size[1] * 2.1
    light = _nothing(x)
    stem = np.abs(v + 0.55 - 0.42 * (u + 0.2) - 0.14 * np.sin(u * 1.6))
    light = np.maximum(light, band(stem, -1, 0.012, 0.012) * band(u, -0.2, 1.45, 0.02))
    for n in range(9):
        at = 0.0 + n * 0.165
        cy = -0.55 + 0.42 * (at + 0.2) + 0.14 * math.sin(at * 1.6)
        for side in (1, -1):
            angle = 0.38 + side * (0.95 - n * 0.03)
            length = 0.36 - 0.022 * n
            cx, cyy = at + math.cos(angle) * length * 0.62, cy + math.sin(angle) * length * 0.62
            a = (u - cx) * math.cos(angle) + (v - cyy) * math.sin(angle)
            b = -(u - cx) * math.sin(angle) + (v - cyy) * math.cos(angle)
            shape = (a / (length * 0.55)) ** 2 + (b / (length * 0.17 * (1 - 0.5 * a / length))) ** 2
            light = np.maximum(light, band(shape, -1, 1.0, 0.12) * (1 - 0.5 * band(np.abs(b), -1, 0.006, 0.006)))
    return 1 - 0.8 * light, _nothing(x), np.ones_like(x)


PATTERNS = {each.__name__: each for each in (plain, stripes, decking, border, diamonds, grid, arches, medallion, field,
                                             blank, leaf)}
