"""All colours of a render side by side: preview.py FOLDER KEY-VIEW OUT.png [WIDTH]. Shows how colouring is meant."""
import json
import os
import sys

import cv2
import numpy as np

from workplace import LIST

folder, name, out = sys.argv[1:4]
width = int(sys.argv[4]) if len(sys.argv) > 4 else 400


def linear(path):
    """An image file in linear light, RGB."""
    x = cv2.imread(path)[..., ::-1].astype(np.float32) / 255
    return np.where(x <= 0.04045, x / 12.92, ((x + 0.055) / 1.055) ** 2.4)


def shown(x):
    """Linear light with soft highlights as 8-bit sRGB, BGR."""
    x = np.where(x > 0.85, 0.85 + 0.15 * (1 - np.exp(-(x - 0.85) / 0.15)), np.maximum(x, 0))
    return (np.where(x <= 0.0031308, x * 12.92, 1.055 * x ** (1 / 2.4) - 0.055) * 255 + 0.5).astype(np.uint8)[..., ::-1]


def rgb(colour):
    """'#rrggbb' in linear light."""
    x = np.array([int(colour[at:at + 2], 16) / 255 for at in (1, 3, 5)], np.float32)
    return np.where(x <= 0.04045, x / 12.92, ((x + 0.055) / 1.055) ** 2.4)


stem = os.path.join(folder, name)
note = json.load(open(stem + '.json', encoding='utf8'))
pieces = {p['key']: p for p in json.load(open(LIST, encoding='utf8'))['pieces']}
picture = linear(stem + '.png')
gloss = linear(os.path.join(folder, note['gloss'])) if 'gloss' in note else 0
row = []
for tone in pieces[name.rpartition('-')[0]]['tones']:
    final = picture.copy()
    for part, made in note['parts'].items():
        mask = cv2.imread(f'{stem}.mask-{part}.png', 0).astype(np.float32)[..., None] / 255
        ratio = rgb(tone['hex']) / np.array(made['neutral'], np.float32)
        final = final + mask * ((final - gloss) * ratio + gloss - final)
    row.append(shown(final))
joined = np.hstack(row)
cv2.imwrite(out, cv2.resize(joined, (width * len(row), round(width * 1.25)), interpolation=cv2.INTER_AREA))
