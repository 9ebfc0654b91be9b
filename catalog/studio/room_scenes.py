"""Twelve rooms: six of a warm family house in daylight (cb), six of a graphic loft in the evening (cb2)."""
from nodes import srgb_to_linear
from room_set import boards, concrete, plaster
from studio import background



def rgb(colour):
    """Linear colour."""
    return srgb_to_linear(colour)


def house(r, wall='#efe8dc', floor='#c8a67a', window=(-60, 60, 18, 112), panels=0, sun=4.2):
    """Plaster, oak boards, a tall window at the left, morning sun."""
    r.floor(boards(rgb(floor)))
    paint = plaster(rgb(wall))
    r.wall(paint, panels=panels)
    r.side_wall(paint, window=window)
    r.sun(sun)
    r.soft((-175, 0, 66), (0, 0, 40), 130, 330, (0.92, 0.96, 1.0), 100)
    r.soft((60, -230, 120), (0, 40, 30), 170, 170, (1, 0.97, 0.93))
    background(0.5, (1, 0.98, 0.95))


def loft(r, wall='#8f8d8a', floor='#55504b', window=(-80, 50, 6, 124), dusk=1.0):
    """Concrete, dark boards, black steel window, the last blue light and warm lamps."""
    r.floor(boards(rgb(floor), 7.5, 96, 0.3))
    r.wall(concrete(rgb(wall)), skirting=None)
    r.side_wall(concrete(rgb(wall)), window=window, bars='#161616', rows=5)
    r.sun(1.1 * dusk, (1, 0.72, 0.48), (1.0, 0.5, -0.34), 5.0)
    r.soft((-178, -10, 66), (0, 0, 36), 140, 250 * dusk, (0.72, 0.82, 1.0), 118)
    r.soft((90, -230, 120), (0, 40, 30), 150, 85, (1, 0.9, 0.8))
    background(0.17, (0.8, 0.87, 1.0))


def pillow(r, key, x, y, z, turn=0.0, tone=0, tilt=-16.0):
    """A cushion leaning at a sofa's back."""
    r.put(key, x, y, turn, tone, z, tilt)


def cb_1(r):
    """Living room."""
    house(r)
    r.put('dale-wool-rug', 4, 8, 90, 0)
    r.put('maren-sofa', 6, 62, 0, 1)
    pillow(r, 'tilda-pillow', -26, 60, 18, 8, 1)
    pillow(r, 'tilda-pillow', 38, 60, 18, -8, 2)
    pillow(r, 'strand-stripe-pillow', 24, 56, 17.6, -4, 0, -22)
    r.put('fenn-frame-chair', 78, 16, -58, 0)
    r.put('ada-nightstand', -62, 74, 0, 0)
    r.put('fable-table-lamp', -62, 74, 0, 0, 25)
    r.picture(-6, 110, 68, 26, 34, ('#f1ebdf', '#c9a06a', '#8ea394'))
    r.picture(26, 110, 68, 26, 34, ('#f1ebdf', '#b5694a', '#d9c6a5'))
    r.tree(100, 88, 84)
    r.drape(-142, 78, 26, 118, '#f3eee4')
    r.eye((18, -168, 46), (4, 60, 40), 37, -0.045)


def cb_2(r):
    """Dining room."""
    house(r, '#ece5d8', panels=3)
    r.put('harvest-dining-table', 0, 18, 4, 0)
    for x, y, turn in ((-26, -16, 184), (4, -14, 178), (-24, 54, 2), (6, 56, -3), (32, 55, 4)):
        r.put('sorrel-dining-chair', x, y, turn, 2)
    r.put('linden-cane-chair', 62, 22, -84, 0)
    r.put('cove-pendant', 0, 18, 0, 0, 31)
    r.put('cairn-vase', -8, 20, 30, 0, 30)
    r.put('cellar-serving-bowl', 20, 16, 0, 0, 30)
    r.put('ridley-credenza', 12, 98, 0, 0)
    r.put('dairy-pitcher', 34, 98, -30, 0, 32)
    r.put('orbit-mirror', 12, 109, 0, 0, 20)
    r.drape(-142, 80, 26, 118, '#f3eee4')
    r.eye((26, -158, 52), (2, 60, 40), 35, -0.06)


def cb_3(r):
    """Bedroom."""
    house(r, '#e5e2d6')
    r.put('tern-jute-rug', 6, 10, 90, 0)
    r.put('avery-cane-bed', 6, 62, 0, 0)
    r.put('ada-nightstand', -44, 98, 0, 0)
    r.put('fable-table-lamp', -44, 98, 0, 1, 25)
    r.put('ada-nightstand', 56, 98, 0, 0)
    r.put('cairn-vase', 56, 98, 0, 0, 25)
    r.picture(-13, 110, 74, 22, 28, ('#f1ebdf', '#b5694a', '#a6ae98'))
    r.picture(23, 110, 74, 22, 28, ('#f1ebdf', '#8ea394', '#c7994a'))
    r.put('wren-armchair', 104, 38, -52, 0)
    r.drape(-142, 78, 26, 118, '#f3eee4')
    r.eye((38, -150, 52), (6, 60, 40), 33, -0.06)


def cb_4(r):
    """Reading corner."""
    house(r, '#d9d5c3')
    r.put('anatole-rug', 4, 20, 0, 0)
    r.put('tobin-leather-chair', -6, 48, 22, 0)
    r.put('moss-ottoman', 10, 4, 0, 1)
    r.put('stem-floor-lamp', -42, 82, 0, 0)
    r.put('ansel-bookcase', 48, 100, 0, 0)
    r.put('hollow-basket', 82, 84, 0, 0)
    pillow(r, 'tilda-pillow', -5, 52, 18, 20, 3)
    r.drape(-142, 78, 26, 118, '#f3eee4')
    r.eye((32, -122, 44), (4, 60, 40), 36, -0.03)


def cb_5(r):
    """Entry."""
    house(r, '#efe8dc', panels=4)
    r.put('verano-outdoor-rug', 0, 40, 90, 1)
    r.put('birk-entry-bench', -34, 98, 0, 0)
    pillow(r, 'strand-stripe-pillow', -42, 100, 19, 6, 1, -12)
    r.put('ridley-credenza', 52, 98, 0, 1)
    r.put('orbit-mirror', 52, 109, 0, 1, 16)
    r.put('fable-table-lamp', 78, 98, 0, 2, 32)
    r.put('cairn-vase', 32, 98, 0, 1, 32)
    r.tree(-84, 84, 80, seed=5)
    r.eye((30, -116, 48), (6, 60, 40), 33, -0.04)


def cb_6(r):
    """Terrace."""
    r.floor(boards(rgb('#b79a78'), 5.5, 140, 0.6), back=130)
    stone = plaster(rgb('#e9dfcd'))
    r.wall(stone, 120, skirting=None)
    r.sun(5.0, (1, 0.92, 0.78), (0.9, 0.7, -0.75), 2.0)
    r.soft((-150, -120, 150), (0, 20, 20), 200, 500, (0.85, 0.93, 1.0))
    background(1.0, (0.82, 0.91, 1.0))
    r.put('verano-outdoor-rug', 0, 26, 90, 0)
    r.put('marsh-outdoor-sofa', 0, 80, 0, 0)
    r.put('marsh-outdoor-chair', 74, 18, -64, 0)
    r.put('moss-ottoman', 0, 18, 0, 1)
    r.put('ember-lantern', -66, 56, 20, 0)
    r.tree(-86, 96, 92, '#c07a56', 3)
    r.tree(88, 98, 80, '#c9b79c', 7)
    pillow(r, 'tilda-pillow', -24, 80, 17, 6, 1)
    pillow(r, 'tilda-pillow', 26, 80, 17, -6, 4)
    r.eye((24, -150, 52), (2, 60, 30), 34, -0.06)


def cb2_1(r):
    """Living room."""
    loft(r)
    r.put('grid-rug', 4, 14, 90, 1)
    r.put('atelier-custom-sofa', 2, 66, 0, 1)
    pillow(r, 'static-pillow', -30, 64, 17, 8, 0)
    pillow(r, 'rib-velvet-pillow', 30, 62, 17, -6, 0)
    r.put('drift-coffee-table', 0, 6, 0, 0)
    r.put('totem-vase', -6, 8, 0, 0, 15)
    r.put('pivot-swivel-chair', 72, 14, -56, 0)
    r.put('sweep-arc-lamp', -62, 82, 0, 0)
    r.bulb(-36, 66, 66, 26)
    r.picture(10, 110, 70, 40, 50, ('#e9e6e0', '#1d1d1d', '#9a4a2c'), '#161616')
    r.eye((18, -166, 44), (4, 60, 40), 37, -0.045)


def cb2_2(r):
    """Dining room."""
    loft(r)
    r.put('vein-marble-table', 0, 20, 3, 1)
    for x, y, turn in ((-26, -14, 182), (2, -13, 177), (28, -15, 184), (-26, 56, 2), (2, 57, -3), (28, 56, 3)):
        r.put('wish-chair', x, y, turn, 0)
    for x in (-22, 20):
        r.put('cone-pendant', x, 20, 0, 0, 31)
        r.bulb(x, 20, 76, 24)
    r.put('totem-vase', -2, 20, 0, 1, 29)
    r.put('rim-serving-bowl', 22, 22, 0, 0, 29)
    r.put('grid-credenza', 10, 98, 0, 0)
    r.put('orb-table-lamp', 36, 98, 0, 0, 30)
    r.bulb(36, 92, 44, 8)
    r.picture(-4, 110, 66, 32, 40, ('#e9e6e0', '#1d1d1d', '#c7994a'), '#161616')
    r.eye((26, -158, 50), (2, 60, 40), 35, -0.05)


def cb2_3(r):
    """Bedroom."""
    loft(r, '#a19c95')
    r.put('static-shag-rug', 4, 10, 90, 0)
    r.put('curb-platform-bed', 4, 62, 0, 1)
    r.put('stack-nightstand', -46, 98, 0, 0)
    r.put('stack-nightstand', 54, 98, 0, 0)
    r.put('orb-table-lamp', -46, 98, 0, 0, 22)
    r.put('orb-table-lamp', 54, 98, 0, 0, 22)
    r.bulb(-46, 92, 36, 14)
    r.bulb(54, 92, 36, 14)
    r.picture(4, 110, 78, 46, 34, ('#e9e6e0', '#1d1d1d', '#6a6a3e'), '#161616')
    r.put('cube-ottoman', 84, 30, 20)
    r.eye((38, -150, 50), (6, 60, 40), 33, -0.06)


def cb2_4(r):
    """Corner for one."""
    loft(r, '#7f7d7a')
    r.put('arcade-rug', 2, 22, 0, 0)
    r.put('wire-lounge-chair', -8, 50, 24, 0)
    r.put('pin-side-table', -40, 44, 0, 0)
    r.put('pebble-bud-vase', -40, 44, 0, 1, 21)
    r.put('column-floor-lamp', 24, 88, 0, 0)
    r.bulb(24, 80, 54, 24)
    r.put('portal-mirror', 74, 100, -8, 0)
    r.put('pebble-pouf', 30, 10, 0, 2)
    r.eye((30, -120, 42), (4, 60, 40), 36, -0.03)


def cb2_5(r):
    """Work."""
    loft(r, '#b0aca6')
    r.put('deck-outdoor-rug', 0, 40, 90, 1)
    r.put('plane-desk', -8, 84, 0, 0)
    r.put('tab-dining-chair', -4, 56, 172, 1)
    r.put('point-task-lamp', -28, 88, 10, 0, 29)
    r.bulb(-22, 80, 44, 7)
    r.put('scaffold-shelf', 62, 100, 0, 0)
    r.put('totem-vase', 12, 90, 0, 2, 29)
    r.picture(-8, 110, 74, 30, 38, ('#e9e6e0', '#5b6b1e', '#1d1d1d'), '#161616')
    r.eye((28, -116, 46), (6, 60, 40), 33, -0.03)


def cb2_6(r):
    """Roof terrace."""
    r.floor(boards(rgb('#6b635b'), 5.5, 140, 0.5), back=130)
    r.wall(concrete(rgb('#777572')), 120, skirting=None, high=44)
    r.sun(1.6, (1, 0.62, 0.36), (0.9, 0.5, -0.26), 5.0)
    r.soft((-150, -120, 150), (0, 20, 20), 200, 240, (0.72, 0.8, 1.0))
    background(0.42, (0.62, 0.68, 0.86))
    r.put('deck-outdoor-rug', 0, 22, 90, 0)
    r.put('roof-sofa', 0, 82, 0, 0)
    r.put('roof-lounge-chair', 78, 20, -66, 0)
    r.put('crater-fire-bowl', 0, 18, 0, 0)
    r.bulb(0, 18, 26, 30, (1, 0.5, 0.18), 6)
    r.put('cage-lantern', -62, 60, 20)
    r.bulb(-62, 60, 8, 3)
    r.tree(-84, 98, 84, '#55534f', 4)
    pillow(r, 'static-pillow', -22, 80, 17, 6, 1)
    pillow(r, 'fringe-pillow', 26, 80, 17, -6, 1)
    r.eye((24, -150, 48), (2, 60, 30), 34, -0.05)


SCENES = {('cb', n + 1): each for n, each in enumerate((cb_1, cb_2, cb_3, cb_4, cb_5, cb_6))}
SCENES |= {('cb2', n + 1): each for n, each in enumerate((cb2_1, cb2_2, cb2_3, cb2_4, cb2_5, cb2_6))}
