"""The models by kind of drawing. A model: `build(piece, materials)` makes objects with the origin on the floor's centre.

It may return a dict that changes how the piece is photographed:
  view:   {'turn', 'rise', 'lens', 'fill', 'wall' (True: an upright wall right behind it)}
  detail: {'at': (x, y, z) inches, 'radius': inches, 'turn', 'rise'}
  glass:  True when light has to pass through (more bounces)
"""
import glob
import importlib
import os

MODELS = {}


def model(kind):
    """Registers the function as the model of a kind."""
    def keep(build):
        MODELS[kind] = build
        return build
    return keep


def load():
    """Imports every models_*.py beside this file."""
    for path in sorted(glob.glob(os.path.join(os.path.dirname(__file__), 'models_*.py'))):
        importlib.import_module(os.path.basename(path)[:-3])
