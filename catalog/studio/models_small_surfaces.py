"""More surfaces for small goods: towels, throws, lampshades, stoneware with a broken rim, crystal, woven rugs.

Importing this module adds them to the families of `surfaces`. Lengths in inches.
"""
import bpy
import surfaces
from models_small_patterns import pattern_image
from nodes import INCH, Tree


def _place(t, scale=(1.0, 1.0, 1.0)):
    """Object coordinates in inches without the chance offset: patterns must lie where they are meant."""
    at = t.node('ShaderNodeTexCoord').outputs['Object']
    return t.node('ShaderNodeVectorMath', {0: at, 1: tuple(s / INCH for s in scale)}, operation='MULTIPLY').outputs[0]


def _mask(t, surface, part, share):
    """Closes the tree with a mask that follows a pattern instead of the whole part."""
    t.node('ShaderNodeOutputMaterial', {'Surface': surface})
    if part:
        t.node('ShaderNodeOutputAOV', {'Value': share}, name=f'part_{part}')
    return t.material


def stoneware(rgb, part=None, rim=0.0, broken=0.25, rough=0.3, speck=0.5, band=0.35, matt=False):
    """Glaze with specks and slow pools of tone; towards the rim (its height) it breaks to a warm brown."""
    t = Tree('stoneware')
    at = t.solid()
    pool = t.noise(at, 0.45, 3, 0.55, 0.6)
    fine = t.noise(at, 5.0, 2, 0.6)
    dots = t.span(t.cells(at, 5.2), 0.035, 0.075, 1.0 - speck, 1.0)
    few = t.span(t.cells(at, 1.9), 0.03, 0.05, 1.0 - speck * 1.2, 1.0)
    tint = t.math('MULTIPLY', t.span(pool, 0.28, 0.72, 0.93, 1.05), t.math('MULTIPLY', dots, few))
    colour = t.shade(rgb, tint)
    if rim:
        z = t.node('ShaderNodeSeparateXYZ', {0: _place(t)}).outputs[2]
        wander = t.math('MULTIPLY', t.math('SUBTRACT', t.noise(at, 1.1, 2), 0.5), band * 1.2)
        edge = t.span(t.math('ADD', z, wander), rim - band, rim - band * 0.15, 0.0, broken)
        brown = t.node('ShaderNodeMixRGB', {0: 1.0, 1: colour, 2: (0.52, 0.27, 0.14)}, blend_type='MULTIPLY').outputs[0]
        colour = t.blend(edge, colour, brown)
    height = t.math('ADD', t.math('MULTIPLY', pool, 0.7), t.math('MULTIPLY', fine, 0.12 if matt else 0.05))
    return t.finish(t.principled(base_color=colour, roughness=0.55 if matt else rough, specular=0.4,
                                 normal=t.bump(height, 0.05, 0.6)), part)


def bisque(rgb, part=None):
    """Unglazed clay: foot rings."""
    t = Tree('bisque')
    grit = t.noise(t.solid(), 12, 3, 0.7)
    return t.finish(t.principled(base_color=t.shade(rgb, t.span(grit, 0.3, 0.7, 0.85, 1.1)), roughness=0.9, specular=0.15,
                                 normal=t.bump(grit, 0.02, 0.6)), part)


def crystal(rgb, part=None, ior=1.5, rough=0.0):
    """Glass that lets daylight through to the table: its shadow is light, as caustics would make it."""
    t = Tree('crystal')
    lift = (0.985, 0.99, 0.99) if part else tuple(min(1.0, c ** 0.12) for c in rgb)
    facing = t.node('ShaderNodeLayerWeight', {'Blend': 0.25}).outputs['Facing']
    # the edge of a glass draws its outline, as black cards beside it would in a studio
    outline = t.shade(lift, t.span(facing, 0.35, 0.9, 1.0, 0.62))
    body = t.node('ShaderNodeBsdfGlass', {'Color': outline, 'Roughness': rough, 'IOR': ior}).outputs[0]
    dim = t.span(facing, 0.1, 0.95, 0.97, 0.55)
    clear = t.node('ShaderNodeBsdfTransparent', {'Color': t.shade(lift, dim)}).outputs[0]
    path = t.node('ShaderNodeLightPath').outputs
    through = t.math('MAXIMUM', path['Is Shadow Ray'], path['Is Diffuse Ray'])
    return t.finish(t.node('ShaderNodeMixShader', {0: through, 1: body, 2: clear}).outputs[0], part)


def liquor(rgb, part=None, bends=True):
    """Wine, whiskey, water: coloured through its depth, no dark shadow. In thick square glass it had better not bend light."""
    t = Tree('liquor')
    lift = tuple(min(1.0, c ** 0.55) for c in rgb)
    clear = t.node('ShaderNodeBsdfTransparent', {'Color': lift}).outputs[0]
    if not bends:
        return t.finish(clear, part)
    body = t.node('ShaderNodeBsdfGlass', {'Color': lift, 'Roughness': 0.0, 'IOR': 1.33}).outputs[0]
    path = t.node('ShaderNodeLightPath').outputs
    return t.finish(t.node('ShaderNodeMixShader', {0: path['Is Shadow Ray'], 1: body, 2: clear}).outputs[0], part)


def lampshade(rgb, part=None, low=0.0, high=10.0, power=1.2, warm=(1.0, 0.78, 0.52), cloth=True):
    """A shade lit from inside: woven, brightest at the height of the bulb; `low` and `high` are its edges."""
    t = Tree('lampshade')
    z = t.node('ShaderNodeSeparateXYZ', {0: _place(t)}).outputs[2]
    share = t.span(z, low, high)
    far = t.math('ABSOLUTE', t.math('SUBTRACT', share, 0.46))
    lit = t.span(far, 0.0, 0.6, 1.0, 0.34)
    if cloth:
        weft = t.noise(t.solid((3, 3, 26)), 1, 3, 0.65)
        warp = t.noise(t.solid((20, 20, 2)), 1, 3, 0.65)
        weave = t.span(t.math('ADD', weft, warp), 0.7, 1.3, 0.84, 1.12)
    else:
        weave = t.span(t.noise(t.solid((1, 1, 5)), 3.0, 4, 0.7), 0.3, 0.7, 0.9, 1.06)
    colour = t.shade(rgb, weave)
    skin = t.principled(base_color=t.shade(colour, 0.75), roughness=0.9, specular=0.1)
    light = t.node('ShaderNodeMixRGB', {0: 1.0, 1: t.shade(colour, t.math('MULTIPLY', lit, power)), 2: warm},
                   blend_type='MULTIPLY').outputs[0]
    shine = t.node('ShaderNodeEmission', {'Color': light, 'Strength': 1.0}).outputs[0]
    return t.finish(t.node('ShaderNodeAddShader', {0: skin, 1: shine}).outputs[0], part)


def opal(rgb, part=None, power=0.5):
    """Milk glass lit from inside, a little darker towards its edge, with a polished skin."""
    t = Tree('opal')
    facing = t.node('ShaderNodeLayerWeight', {'Blend': 0.35}).outputs['Facing']
    lit = t.span(facing, 0.0, 1.0, power, power * 0.62)
    skin = t.principled(base_color=tuple(0.5 * c for c in rgb), roughness=0.08, specular=0.5)
    shine = t.node('ShaderNodeEmission', {'Color': (1.0, 0.86, 0.66), 'Strength': lit}).outputs[0]
    return t.finish(t.node('ShaderNodeAddShader', {0: skin, 1: shine}).outputs[0], part)


def terry(rgb, part=None):
    """Towel loops."""
    t = Tree('terry')
    at = t.solid()
    loops = t.cells(at, 9.0, 'SMOOTH_F1')
    tufts = t.noise(at, 2.2, 4, 0.7)
    height = t.math('ADD', t.math('MULTIPLY', t.math('SUBTRACT', 1.0, loops), 0.8), t.math('MULTIPLY', tufts, 0.8))
    tint = t.math('MULTIPLY', t.span(loops, 0.1, 0.7, 1.06, 0.78), t.span(tufts, 0.3, 0.7, 0.9, 1.06))
    return t.finish(t.principled(base_color=t.shade(rgb, tint), roughness=1.0, specular=0.05, sheen=0.5,
                                 normal=t.bump(height, 0.13, 0.9)), part)


def waffle(rgb, part=None, cell=0.42):
    """Waffle weave: square wells between raised threads (surface coordinates)."""
    t = Tree('waffle')
    split = t.node('ShaderNodeSeparateXYZ', {0: t.uv((1 / cell, 1 / cell, 1))})

    def ridge(value):
        return t.math('MULTIPLY', t.math('ABSOLUTE', t.math('SUBTRACT', t.math('FRACT', value), 0.5)), 2.0)

    wall = t.math('MAXIMUM', ridge(split.outputs[0]), ridge(split.outputs[1]))
    thread = t.noise(t.uv(), 14, 2)
    tint = t.math('MULTIPLY', t.span(wall, 0.3, 0.95, 0.74, 1.06), t.span(thread, 0.3, 0.7, 0.95, 1.05))
    height = t.math('ADD', wall, t.math('MULTIPLY', thread, 0.12))
    return t.finish(t.principled(base_color=t.shade(rgb, tint), roughness=1.0, specular=0.06, sheen=0.35,
                                 normal=t.bump(height, 0.16, 0.9)), part)


def percale(rgb, part=None):
    """Smooth sheeting with faint creases."""
    t = Tree('percale')
    crease = t.noise(t.solid(), 0.35, 4, 0.6, 0.8)
    thread = t.noise(t.uv(), 30, 2)
    height = t.math('ADD', t.math('MULTIPLY', crease, 0.5), t.math('MULTIPLY', thread, 0.03))
    return t.finish(t.principled(base_color=t.shade(rgb, t.span(crease, 0.3, 0.7, 0.97, 1.02)), roughness=0.8, specular=0.2,
                                 sheen=0.25, normal=t.bump(height, 0.35, 0.7)), part)


def herringbone(rgb, part=None, pitch=0.7):
    """Twill that turns back and forth (surface coordinates), brushed once."""
    t = Tree('herringbone')
    split = t.node('ShaderNodeSeparateXYZ', {0: t.uv()})
    u = t.math('MULTIPLY', split.outputs[0], 1 / pitch)
    zig = t.math('ABSOLUTE', t.math('SUBTRACT', t.math('FRACT', u), 0.5))
    slant = t.math('ADD', t.math('MULTIPLY', split.outputs[1], 3.2), t.math('MULTIPLY', zig, 3.4))
    twill = t.math('MULTIPLY', t.math('ABSOLUTE', t.math('SUBTRACT', t.math('FRACT', slant), 0.5)), 2.0)
    hair = t.noise(t.solid(), 9, 3, 0.7)
    tint = t.math('MULTIPLY', t.span(twill, 0.15, 0.85, 0.74, 1.1), t.span(hair, 0.3, 0.7, 0.9, 1.08))
    height = t.math('ADD', t.math('MULTIPLY', twill, 0.4), hair)
    return t.finish(t.principled(base_color=t.shade(rgb, tint), roughness=1.0, specular=0.06, sheen=0.5,
                                 normal=t.bump(height, 0.1, 0.8)), part)


def mohair(rgb, part=None):
    """Brushed long hair, soft and streaked."""
    t = Tree('mohair')
    hair = t.noise(t.uv((2.0, 14.0, 1)), 1.4, 4, 0.75, 0.8)
    puff = t.noise(t.solid(), 0.9, 3, 0.6)
    tint = t.math('MULTIPLY', t.span(hair, 0.25, 0.75, 0.7, 1.16), t.span(puff, 0.3, 0.7, 0.9, 1.06))
    height = t.math('ADD', t.math('MULTIPLY', hair, 0.7), t.math('MULTIPLY', puff, 0.6))
    return t.finish(t.principled(base_color=t.shade(rgb, tint), roughness=1.0, specular=0.05, sheen=1.0, sheen_tint=0.6,
                                 normal=t.bump(height, 0.2, 0.9)), part)


def rugged(rgb, part=None, pattern='plain', size=(60.0, 96.0), second=(0.8, 0.75, 0.66), third=(0.1, 0.09, 0.08),
           weave='flat', depth=0.16):
    """A rug's face: the pattern says where the main colour, the second and the accent lie and how high the pile is."""
    t = Tree('rug')
    at = _place(t, (1 / size[0], 1 / size[1], 1.0))
    middle = t.node('ShaderNodeVectorMath', {0: at, 1: (0.5, 0.5, 0.0)}, operation='ADD').outputs[0]
    image = t.node('ShaderNodeTexImage', {'Vector': middle}, image=pattern_image(pattern, size), extension='EXTEND')
    shares = t.node('ShaderNodeSeparateRGB', {0: image.outputs['Color']}).outputs
    inches = _place(t)
    if weave == 'flat':
        rows = t.noise(_place(t, (2.4, 13.0, 1.0)), 1, 2, 0.6)
        cols = t.noise(_place(t, (11.0, 1.6, 1.0)), 1, 2, 0.6)
        pile = t.math('MULTIPLY', t.math('ADD', rows, cols), 0.5)
        wear = t.noise(inches, 0.11, 4, 0.6)
    elif weave == 'braid':
        split = t.node('ShaderNodeSeparateXYZ', {0: inches})
        row = t.math('MULTIPLY', split.outputs[1], 1.5)
        side = t.math('SUBTRACT', t.math('MULTIPLY', t.math('FRACT', row), 2.0), 1.0)
        slant = t.math('ADD', t.math('MULTIPLY', split.outputs[0], 1.35), t.math('MULTIPLY', t.math('ABSOLUTE', side), 0.55))
        strand = t.math('MULTIPLY', t.math('ABSOLUTE', t.math('SUBTRACT', t.math('FRACT', slant), 0.5)), 2.0)
        arch = t.math('SUBTRACT', 1.0, t.math('POWER', t.math('ABSOLUTE', side), 3.0))
        fibre = t.noise(_place(t, (5.0, 12.0, 1.0)), 1.4, 3, 0.7)
        pile = t.math('ADD', t.math('MULTIPLY', t.math('MULTIPLY', strand, arch), 0.7), t.math('MULTIPLY', fibre, 0.4))
        wear = t.noise(inches, 0.4, 4, 0.7)
    else:
        tufts = t.cells(inches, 3.2 if weave == 'shag' else 5.5, 'SMOOTH_F1')
        hair = t.noise(inches, 5.0, 4, 0.75)
        pile = t.math('ADD', t.math('MULTIPLY', t.math('SUBTRACT', 0.9, tufts), 0.7), t.math('MULTIPLY', hair, 0.45))
        wear = t.noise(inches, 0.13, 3, 0.6, 1.0)
    tint = t.math('MULTIPLY', t.span(pile, 0.3, 0.72, 0.72, 1.1), t.span(wear, 0.3, 0.7, 0.88, 1.07))
    ground = t.blend(shares[0], second, rgb)
    inked = t.blend(shares[1], ground, third)
    height = t.math('ADD', t.math('MULTIPLY', pile, 0.55), t.math('MULTIPLY', shares[2], 1.0))
    share = t.math('MULTIPLY', shares[0], t.math('SUBTRACT', 1.0, shares[1]))
    return _mask(t, t.principled(base_color=t.shade(inked, tint), roughness=1.0, specular=0.04, sheen=0.3,
                                 normal=t.bump(height, depth, 0.9)), part, share)


def printed(rgb, part=None, pattern='field', size=(20.0, 28.0), paper=(0.86, 0.83, 0.77), third=(0.1, 0.1, 0.07),
            rough=0.7, upright=True):
    """A print or a card's face: an image over the part's own width and height, the main colour where it says."""
    t = Tree('printed')
    split = t.node('ShaderNodeSeparateXYZ', {0: _place(t)})
    up = split.outputs[2 if upright else 1]
    u = t.math('ADD', t.math('MULTIPLY', split.outputs[0], 1 / size[0]), 0.5)
    v = t.math('ADD', t.math('MULTIPLY', up, 1 / size[1]), 0.5)
    at = t.node('ShaderNodeCombineXYZ', {0: u, 1: v}).outputs[0]
    image = t.node('ShaderNodeTexImage', {'Vector': at}, image=pattern_image(pattern, size), extension='EXTEND')
    shares = t.node('ShaderNodeSeparateRGB', {0: image.outputs['Color']}).outputs
    grain = t.noise(t.solid(), 8, 3, 0.7)
    colour = t.blend(shares[1], t.blend(shares[0], paper, rgb), third)
    share = t.math('MULTIPLY', shares[0], t.math('SUBTRACT', 1.0, shares[1]))
    tint = t.math('MULTIPLY', t.span(grain, 0.3, 0.7, 0.96, 1.03), t.span(shares[2], 0.0, 1.0, 0.7, 1.0))
    return _mask(t, t.principled(base_color=t.shade(colour, tint), roughness=rough, specular=0.25), part, share)


def striped(rgb, part=None, second=(0.5, 0.5, 0.5), at=((6.0, 1.0),)):
    """Canvas with woven stripes on both sides of the middle: (distance from it, width) pairs."""
    t = Tree('striped')
    x = t.math('ABSOLUTE', t.node('ShaderNodeSeparateXYZ', {0: _place(t)}).outputs[0])
    share = 1.0
    for middle, wide in at:
        far = t.math('ABSOLUTE', t.math('SUBTRACT', x, middle))
        share = t.math('MULTIPLY', share, t.span(far, wide / 2 - 0.03, wide / 2 + 0.03))
    weft = t.noise(t.uv((3, 22, 1)), 1, 3, 0.65)
    warp = t.noise(t.uv((22, 3, 1)), 1, 3, 0.65)
    cloth = t.math('MULTIPLY', t.math('ADD', weft, warp), 0.5)
    rumple = t.noise(t.solid(), 0.22, 3, 0.5, 0.6)
    height = t.math('ADD', t.math('MULTIPLY', cloth, 0.1), t.math('MULTIPLY', rumple, 0.4))
    colour = t.blend(share, second, rgb)
    return _mask(t, t.principled(base_color=t.shade(colour, t.span(cloth, 0.3, 0.7, 0.86, 1.08)), roughness=0.92,
                                 specular=0.12, sheen=0.2, normal=t.bump(height, 0.4, 0.8)), part, share)


def steel(rgb, part=None, rough=0.2, pure=1.0):
    """Satin metal that mirrors a studio with black cards beside and below it, which the white room lacks.

    `pure` below 1 is a lacquer with metal in it, for pieces that come in brass and in white.
    """
    t = Tree('steel')
    mirrored = t.node('ShaderNodeSeparateXYZ', {0: t.node('ShaderNodeTexCoord').outputs['Reflection']}).outputs
    dark = 0.5 + 0.5 * (1 - pure) * 0.7
    floor = t.span(mirrored[2], -0.45, 0.7, dark + 0.05, 1.08)
    card = t.span(t.math('ABSOLUTE', t.math('SUBTRACT', mirrored[0], 0.42)), 0.08, 0.3, dark, 1.0)
    brush = t.noise(t.solid((1, 1, 0.04)), 26, 2)
    tint = t.math('MULTIPLY', t.math('MULTIPLY', floor, card), t.span(brush, 0.3, 0.7, 0.98, 1.02))
    colour = rgb if part else tuple(min(1.0, c * 1.2 + 0.02) for c in rgb)
    return t.finish(t.principled(base_color=t.shade(colour, tint), metallic=pure, roughness=rough, specular=0.5), part)


def steel_of(m, part='metal', rough=0.2, pure=1.0):
    """The option's metal: its mirror light takes the option's colour too."""
    material = m.main('steel', part, rough=rough, pure=pure)
    if part in m.parts:
        m.parts[part]['gloss'] = 0.15 if pure > 0.5 else 0.6
    return material


for _each in (steel, striped, stoneware, bisque, crystal, liquor, lampshade, opal, terry, waffle, percale, herringbone, mohair, rugged,
              printed):
    surfaces.SURFACES[_each.__name__] = _each
