"""A short way to write shader node trees."""
import bpy

INCH = 0.0254


def srgb_to_linear(hex_colour):
    """'#rrggbb' as linear (r, g, b)."""
    out = []
    for at in (1, 3, 5):
        value = int(hex_colour[at:at + 2], 16) / 255
        out.append(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)
    return tuple(out)


class Tree:
    """The node tree of one material; every method returns an output socket."""

    def __init__(self, name, plain=None):
        """`plain`: the colour that light sees after its first bounce, where texture does not show; saves half the time."""
        self.plain = plain
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.tree.nodes.clear()

    def node(self, kind, inputs=None, **props):
        """Adds a node; inputs are values or sockets by name or index."""
        node = self.tree.nodes.new(kind)
        for key, value in props.items():
            setattr(node, key, value)
        for key, value in (inputs or {}).items():
            if isinstance(value, bpy.types.NodeSocket):
                self.tree.links.new(value, node.inputs[key])
            else:
                if isinstance(value, tuple) and len(value) == 3 and node.inputs[key].type == 'RGBA':
                    value = (*value, 1)
                node.inputs[key].default_value = value
        return node

    def math(self, operation, a, b=0.0):
        """A maths node."""
        return self.node('ShaderNodeMath', {0: a, 1: b}, operation=operation).outputs[0]

    def uv(self, scale=(1, 1, 1)):
        """Surface coordinates in inches, another place on each object."""
        uv = self.node('ShaderNodeTexCoord').outputs['UV']
        return self._moved(uv, scale, 1)

    def solid(self, scale=(1, 1, 1)):
        """Space coordinates of the object in inches, another place for each object."""
        at = self.node('ShaderNodeTexCoord').outputs['Object']
        return self._moved(at, scale, 1 / INCH)

    def _moved(self, at, scale, unit):
        chance = self.node('ShaderNodeObjectInfo').outputs['Random']
        far = self.node('ShaderNodeVectorMath', {0: (71.0, 37.0, 53.0), 'Scale': chance}, operation='SCALE').outputs[0]
        scaled = self.node('ShaderNodeVectorMath', {0: at, 1: (unit, unit, unit), 2: far},
                           operation='MULTIPLY_ADD').outputs[0]
        if scale == (1, 1, 1):
            return scaled
        return self.node('ShaderNodeVectorMath', {0: scaled, 1: tuple(float(s) for s in scale)},
                         operation='MULTIPLY').outputs[0]

    def noise(self, at, scale=1.0, detail=2.0, rough=0.5, bend=0.0):
        """Cloud noise 0..1."""
        return self.node('ShaderNodeTexNoise', {'Vector': at, 'Scale': scale, 'Detail': detail, 'Roughness': rough,
                                                'Distortion': bend}).outputs['Fac']

    def cells(self, at, scale=1.0, feature='F1', chance=1.0):
        """Distances to scattered points."""
        return self.node('ShaderNodeTexVoronoi', {'Vector': at, 'Scale': scale, 'Randomness': chance},
                         feature=feature).outputs['Distance']

    def wave(self, at, scale, direction='X', bend=0.0, kind='BANDS'):
        """Waves 0..1; scale 1 gives a wave of pi/10... see Blender: period = 2*pi/(20*scale)."""
        props = {'wave_type': kind, 'bands_direction' if kind == 'BANDS' else 'rings_direction': direction}
        return self.node('ShaderNodeTexWave', {'Vector': at, 'Scale': scale, 'Distortion': bend, 'Detail': 1.0},
                         **props).outputs['Fac']

    def span(self, value, low, high, to_low=0.0, to_high=1.0):
        """Maps a range onto another, clamped."""
        return self.node('ShaderNodeMapRange', {0: value, 1: low, 2: high, 3: to_low, 4: to_high}).outputs[0]

    def shade(self, colour, factor):
        """A colour times a number."""
        return self.node('ShaderNodeVectorMath', {0: colour, 'Scale': factor}, operation='SCALE').outputs[0]

    def blend(self, factor, a, b):
        """From colour a to colour b."""
        return self.node('ShaderNodeMixRGB', {0: factor, 1: a, 2: b}).outputs[0]

    def bump(self, height, depth, strength=1.0):
        """Bump; depth in inches."""
        return self.node('ShaderNodeBump', {'Height': height, 'Distance': depth * INCH, 'Strength': strength}).outputs[0]

    def principled(self, **inputs):
        """The surface; keywords with _ for the blanks of Blender's input names."""
        named = {key.replace('_', ' ').title(): value for key, value in inputs.items() if value is not None}
        if 'Ior' in named:
            named['IOR'] = named.pop('Ior')
        return self.node('ShaderNodeBsdfPrincipled', named).outputs[0]

    def finish(self, surface, part=None):
        """Closes the tree; `part` writes its mask."""
        if self.plain:
            seen = self.node('ShaderNodeLightPath').outputs['Is Camera Ray']
            simple = self.node('ShaderNodeBsdfDiffuse', {'Color': self.plain}).outputs[0]
            surface = self.node('ShaderNodeMixShader', {0: seen, 1: simple, 2: surface}).outputs[0]
        self.node('ShaderNodeOutputMaterial', {'Surface': surface})
        if part:
            self.node('ShaderNodeOutputAOV', {'Value': 1.0}, name=f'part_{part}')
        return self.material
