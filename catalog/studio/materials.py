"""Materials of the pieces: procedural, measured in inches, neutral where a colour is chosen later.

Models ask `materials.main('linen')` for the part that follows the piece's option; the studio renders it neutral and
writes a mask, a room renders it in its colour. `second`, `wood`, `metal` and `fixed` give real colours.
"""
import surfaces
from nodes import srgb_to_linear

NEUTRAL = (0.6, 0.6, 0.6)

#: The drawings' material words and what they become here.
FAMILY = {'fabric': 'linen', 'boucle': 'boucle', 'velvet': 'velvet', 'leather': 'leather', 'wood': 'wood',
          'metal': 'metal', 'marble': 'marble', 'stone': 'stone', 'ceramic': 'glaze', 'cane': 'cane', 'plain': 'painted'}

#: How much of a family's mirror light keeps its own colour when the part is recoloured.
GLOSS = {'metal': 0.15, 'chrome': 0.1, 'glass': 0.0}


class Materials:
    """All materials of one piece."""

    def __init__(self, piece, tone=None):
        """`tone`: hex of the chosen option for rooms; None renders the option's part neutral with a mask."""
        self.piece = piece
        self.tone = tone or (piece['tones'][0]['hex'] if len(piece['tones']) == 1 else None)
        self.parts = {}
        self._made = {}

    def main(self, family, part=None, **traits):
        """The part that follows the option. `part` names its mask (the family's name unless given)."""
        if self.tone:
            return self.fixed(family, self.tone, **traits)
        part = part or family
        self.parts[part] = {'neutral': list(NEUTRAL), 'option': self.piece['option'], 'gloss': GLOSS.get(family, 1.0)}
        return self._make(family, NEUTRAL, part, traits)

    def fixed(self, family, colour, **traits):
        """A material of one colour: hex or linear (r, g, b)."""
        rgb = srgb_to_linear(colour) if isinstance(colour, str) else tuple(colour)
        return self._make(family, rgb, None, traits)

    def second(self, family, **traits):
        """The piece's second colour."""
        return self.fixed(family, self.piece['second'] or '#e9e1d3', **traits)

    def wood(self, **traits):
        """The piece's wood: legs, frames."""
        return self.fixed('wood', self.piece['wood'], **traits)

    def metal(self, **traits):
        """The piece's metal: legs, pulls."""
        return self.fixed('metal', self.piece['metal'], **traits)

    def _make(self, family, rgb, part, traits):
        key = (family, rgb, part, tuple(sorted(traits.items())))
        if family == 'wood' and 'axis' not in traits:
            return Grain(lambda axis: self._make(family, rgb, part, {**traits, 'axis': axis}))
        if key not in self._made:
            self._made[key] = surfaces.SURFACES[family](rgb, part, **traits)
        return self._made[key]


class Grain:
    """Wood whose grain runs along the part: shapes choose the axis from the part's measures."""

    def __init__(self, along):
        self.along = along


def material_for(material, measures):
    """The Blender material for a part of the given measures (x, y, z)."""
    if isinstance(material, Grain):
        return material.along('xyz'[max(range(3), key=lambda each: measures[each])])
    return material
