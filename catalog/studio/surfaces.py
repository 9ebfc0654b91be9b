"""The surfaces by family name: each function makes one Blender material. Lengths in inches."""
from nodes import Tree


def linen(rgb, part=None, scale=1.0):
    """Plain woven upholstery with slubs."""
    t = Tree('linen', rgb)
    at = t.uv()
    weft = t.noise(t.uv((2.2 / scale, 16 / scale, 1)), 1, 3, 0.65)
    warp = t.noise(t.uv((16 / scale, 2.2 / scale, 1)), 1, 3, 0.65)
    cloth = t.math('MULTIPLY', t.math('ADD', weft, warp), 0.5)
    soft = t.noise(at, 0.16, 2)
    tint = t.math('ADD', t.span(cloth, 0.32, 0.68, 0.76, 1.14), t.span(soft, 0.3, 0.7, -0.03, 0.03))
    rumple = t.noise(t.solid(), 0.22, 3, 0.5, 0.6)
    height = t.math('ADD', t.math('MULTIPLY', cloth, 0.11), t.math('MULTIPLY', rumple, 0.5))
    return t.finish(t.principled(base_color=t.shade(rgb, tint), roughness=0.92, specular=0.15, sheen=0.25,
                                 normal=t.bump(height, 0.55, 0.8)), part)


def boucle(rgb, part=None, scale=1.0):
    """Looped wool."""
    t = Tree('boucle', rgb)
    at = t.solid()
    warped = t.node('ShaderNodeVectorMath', {0: at, 1: t.node('ShaderNodeTexNoise', {'Vector': at, 'Scale': 1.3})
                                             .outputs['Color']}, operation='ADD').outputs[0]
    loops = t.cells(warped, 3.4 / scale)
    curls = t.noise(at, 6 / scale, 3, 0.7, 1.5)
    height = t.math('ADD', t.math('MULTIPLY', t.math('SUBTRACT', 0.6, loops), 1.0), t.math('MULTIPLY', curls, 0.5))
    tint = t.math('MULTIPLY', t.span(loops, 0.1, 0.75, 1.1, 0.76), t.span(curls, 0.3, 0.7, 0.94, 1.06))
    return t.finish(t.principled(base_color=t.shade(rgb, tint), roughness=1.0, specular=0.1, sheen=0.4,
                                 normal=t.bump(height, 0.22, 0.9)), part)


def velvet(rgb, part=None):
    """Cut pile: bright at the edge, dark where it faces the eye, brushed marks."""
    t = Tree('velvet', rgb)
    brushed = t.noise(t.solid(), 0.28, 3, 0.55, 1.2)
    facing = t.node('ShaderNodeLayerWeight', {'Blend': 0.42}).outputs['Facing']
    rim = t.math('POWER', facing, 1.6)
    tint = t.math('ADD', t.span(brushed, 0.3, 0.7, 0.7, 0.84), t.math('MULTIPLY', rim, 0.75))
    fine = t.noise(t.uv(), 22, 2)
    height = t.math('ADD', t.math('MULTIPLY', fine, 0.03), t.math('MULTIPLY', t.noise(t.solid(), 0.3, 2), 0.35))
    return t.finish(t.principled(base_color=t.shade(rgb, tint), roughness=0.75, specular=0.12, sheen=0.9,
                                 sheen_tint=0.7, normal=t.bump(height, 0.5, 0.7)), part)


def leather(rgb, part=None):
    """Full-grain hide: pebbled, creased, uneven in tone."""
    t = Tree('leather', rgb)
    at = t.solid()
    pebble = t.cells(at, 11)
    crease = t.noise(at, 0.35, 4, 0.6, 1.4)
    pull = t.noise(at, 0.12, 2)
    tint = t.math('MULTIPLY', t.span(pull, 0.3, 0.7, 0.88, 1.06), t.span(crease, 0.3, 0.7, 0.9, 1.06))
    height = t.math('ADD', t.math('MULTIPLY', pebble, -0.035), t.math('MULTIPLY', crease, 0.55))
    return t.finish(t.principled(base_color=t.shade(rgb, tint), roughness=t.span(crease, 0.3, 0.7, 0.38, 0.52),
                                 specular=0.42, normal=t.bump(height, 0.5, 0.75)), part)


def wood(rgb, part=None, axis='x', polish=0.45):
    """Oiled wood with the grain along an axis."""
    t = Tree('wood', rgb)
    long = {'x': (0.045, 1, 1), 'y': (1, 0.045, 1), 'z': (1, 1, 0.045)}[axis]
    at = t.solid(long)
    flow = t.noise(at, 0.35, 2, 0.5, 0.4)
    bands = t.math('SINE', t.math('MULTIPLY', flow, 55.0))
    bands = t.span(bands, -1.0, 1.0, 0.0, 1.0)
    grain = t.noise(at, 5.0, 3, 0.6)
    pores = t.span(t.noise(t.solid(tuple(3.2 * v if v == 1 else v * 6 for v in long)), 5.0, 1), 0.3, 0.46, 0.72, 1.0)
    tint = t.math('MULTIPLY', t.span(bands, 0.0, 1.0, 0.86, 1.06), t.span(grain, 0.3, 0.7, 0.82, 1.14))
    tint = t.math('MULTIPLY', tint, pores)
    plank = t.node('ShaderNodeObjectInfo').outputs['Random']
    tint = t.math('MULTIPLY', tint, t.span(plank, 0.0, 1.0, 0.94, 1.06))
    height = t.math('ADD', t.math('MULTIPLY', pores, 0.5), t.math('MULTIPLY', grain, 0.5))
    return t.finish(t.principled(base_color=t.shade(rgb, tint), roughness=polish, specular=0.35,
                                 normal=t.bump(height, 0.02, 0.5)), part)


def painted(rgb, part=None, rough=0.4):
    """Lacquer or powder coat."""
    t = Tree('painted', rgb)
    height = t.noise(t.solid(), 9, 2)
    return t.finish(t.principled(base_color=rgb, roughness=rough, specular=0.45, normal=t.bump(height, 0.006, 0.4)), part)


def metal(rgb, part=None, rough=0.32):
    """Brushed or blackened metal."""
    t = Tree('metal')
    brush = t.noise(t.solid((1, 1, 0.06)), 12, 2)
    dark = sum(rgb) / 3 < 0.08
    colour = tuple(min(1.0, c * 1.25 + 0.02) for c in rgb) if not part else rgb
    return t.finish(t.principled(base_color=colour, metallic=0.55 if dark and not part else 1.0,
                                 roughness=t.span(brush, 0.3, 0.7, rough * 0.85, rough * 1.2), specular=0.5,
                                 normal=t.bump(brush, 0.003, 0.3)), part)


def chrome(rgb, part=None):
    """Polished metal."""
    t = Tree('chrome')
    return t.finish(t.principled(base_color=rgb, metallic=1.0, roughness=0.08), part)


def marble(rgb, part=None):
    """Veined stone."""
    t = Tree('marble', rgb)
    at = t.solid()
    flow = t.noise(at, 0.055, 5, 0.6, 1.8)
    vein = t.math('ABSOLUTE', t.math('SUBTRACT', flow, 0.5))
    strong = t.span(vein, 0.0, 0.022, 1.0, 0.0)
    cloud = t.noise(at, 0.09, 4, 0.6, 0.8)
    where = t.span(t.noise(at, 0.05, 1), 0.4, 0.62, 0.0, 1.0)
    thin = t.span(t.math('ABSOLUTE', t.math('SUBTRACT', t.noise(at, 0.13, 4, 0.6, 1.2), 0.5)), 0.0, 0.012, 0.5, 0.0)
    line = t.math('MAXIMUM', t.math('MULTIPLY', strong, where), t.math('MULTIPLY', thin, where))
    is_dark = sum(rgb) / 3 < 0.15
    tint = t.math('MULTIPLY', t.span(cloud, 0.3, 0.7, 0.9, 1.04), t.span(line, 0.0, 1.0, 1.0, 7.0 if is_dark else 0.5))
    return t.finish(t.principled(base_color=t.shade(rgb, tint), roughness=0.16, specular=0.5), part)


def stone(rgb, part=None):
    """Travertine, concrete, stoneware: pitted and matt."""
    t = Tree('stone', rgb)
    at = t.solid((0.6, 0.6, 1.6))
    cloud = t.noise(at, 0.25, 5, 0.62, 0.6)
    pits = t.span(t.noise(t.solid((1, 1, 2.2)), 2.6, 3, 0.6), 0.3, 0.38, 0.0, 1.0)
    fine = t.noise(t.solid(), 14, 3, 0.7)
    tint = t.math('MULTIPLY', t.span(cloud, 0.3, 0.7, 0.86, 1.07), t.span(pits, 0.0, 1.0, 0.8, 1.0))
    tint = t.math('MULTIPLY', tint, t.span(fine, 0.3, 0.7, 0.95, 1.05))
    height = t.math('ADD', t.math('MULTIPLY', pits, 0.5), t.math('MULTIPLY', fine, 0.3))
    return t.finish(t.principled(base_color=t.shade(rgb, tint), roughness=0.75, specular=0.3,
                                 normal=t.bump(height, 0.04, 0.6)), part)


def glaze(rgb, part=None, rough=0.16):
    """Glazed ceramic: thinner colour on edges, small specks."""
    t = Tree('glaze', rgb)
    at = t.solid()
    pool = t.noise(at, 0.8, 3, 0.5, 0.5)
    speck = t.span(t.cells(at, 4.5), 0.03, 0.07, 0.55, 1.0)
    tint = t.math('MULTIPLY', t.span(pool, 0.3, 0.7, 0.94, 1.04), speck)
    return t.finish(t.principled(base_color=t.shade(rgb, tint), roughness=rough, specular=0.5,
                                 normal=t.bump(t.noise(at, 1.6, 2), 0.012, 0.5)), part)


def glass(rgb, part=None, rough=0.0):
    """Clear or tinted glass; render with light paths for transmission."""
    t = Tree('glass')
    lift = tuple(min(1.0, c ** 0.35) for c in rgb)
    return t.finish(t.principled(base_color=lift, roughness=rough, transmission=1.0, ior=1.46, specular=0.5), part)


def pane(rgb, part=None):
    """A thin flat pane: light passes straight, a weak mirror on it. Costs no extra light paths."""
    t = Tree('pane')
    through = t.node('ShaderNodeBsdfTransparent', {0: (0.97, 0.98, 0.975)}).outputs[0]
    shine = t.node('ShaderNodeBsdfGlossy', {'Roughness': 0.02}).outputs[0]
    facing = t.node('ShaderNodeFresnel', {'IOR': 1.25}).outputs[0]
    return t.finish(t.node('ShaderNodeMixShader', {0: facing, 1: through, 2: shine}).outputs[0], part)


def paper(rgb, part=None):
    """Paper, card, lampshade cloth lit from outside."""
    t = Tree('paper', rgb)
    fibre = t.noise(t.uv(), 9, 3, 0.7)
    return t.finish(t.principled(base_color=t.shade(rgb, t.span(fibre, 0.3, 0.7, 0.96, 1.03)), roughness=0.85,
                                 specular=0.2, normal=t.bump(fibre, 0.01, 0.5)), part)


def wax(rgb, part=None):
    """Candle wax: soft, a little light passes."""
    t = Tree('wax')
    return t.finish(t.principled(base_color=rgb, subsurface=0.25, subsurface_color=rgb, roughness=0.45,
                                 specular=0.35), part)


def cane(rgb, part=None, scale=1.0):
    """Woven cane with holes to see through."""
    t = Tree('cane')
    at = t.uv((1.9 / scale, 1.9 / scale, 1))
    split = t.node('ShaderNodeSeparateXYZ', {0: at})
    u, v = split.outputs[0], split.outputs[1]

    def strand(value, wide):
        saw = t.math('ABSOLUTE', t.math('SUBTRACT', t.math('FRACT', value), 0.5))
        return t.span(saw, wide, wide - 0.04, 0.0, 1.0)

    cross = t.math('MAXIMUM', strand(u, 0.2), strand(v, 0.2))
    slant = t.math('MAXIMUM', strand(t.math('ADD', u, v), 0.13), strand(t.math('SUBTRACT', u, v), 0.13))
    full = t.math('MAXIMUM', cross, slant)
    tint = t.math('MULTIPLY', t.span(t.noise(at, 2, 2), 0.3, 0.7, 0.8, 1.1), t.span(cross, 0.0, 1.0, 0.8, 1.05))
    skin = t.principled(base_color=t.shade(rgb, tint), roughness=0.5, specular=0.35, normal=t.bump(cross, 0.05, 0.7))
    hole = t.node('ShaderNodeBsdfTransparent').outputs[0]
    return t.finish(t.node('ShaderNodeMixShader', {0: full, 1: hole, 2: skin}).outputs[0], part)


def rattan(rgb, part=None):
    """Rods and basket strands."""
    t = Tree('rattan', rgb)
    fibre = t.noise(t.solid(), 3.5, 3, 0.6)
    return t.finish(t.principled(base_color=t.shade(rgb, t.span(fibre, 0.3, 0.7, 0.72, 1.12)), roughness=0.55,
                                 specular=0.35, normal=t.bump(fibre, 0.03, 0.6)), part)


def glow(rgb, part=None, power=4.0):
    """A light source seen in the picture."""
    t = Tree('glow')
    return t.finish(t.node('ShaderNodeEmission', {'Color': rgb, 'Strength': power}).outputs[0], part)


def flame(rgb, part=None):
    """Fire: bright in the middle, clear at its edge."""
    t = Tree('flame')
    facing = t.node('ShaderNodeLayerWeight', {'Blend': 0.5}).outputs['Facing']
    fire = t.node('ShaderNodeEmission', {'Color': t.blend(t.span(facing, 0.1, 0.7), (1.0, 0.78, 0.42), (1.0, 0.32, 0.06)),
                                         'Strength': 2.2}).outputs[0]
    clear = t.node('ShaderNodeBsdfTransparent').outputs[0]
    return t.finish(t.node('ShaderNodeMixShader', {0: t.span(facing, 0.25, 0.85, 0.12, 1.0), 1: fire, 2: clear}).outputs[0],
                    part)


def mirror(rgb, part=None):
    """Silvered glass."""
    t = Tree('mirror')
    return t.finish(t.principled(base_color=(0.92, 0.93, 0.93), metallic=1.0, roughness=0.015), part)


SURFACES = {each.__name__: each for each in (
    linen, boucle, velvet, leather, wood, painted, metal, chrome, marble, stone, glaze, glass, paper, wax, cane, rattan,
    glow, mirror, pane, flame)}
