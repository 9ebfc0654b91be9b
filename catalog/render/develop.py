"""From render passes to a picture: denoise guided by albedo and normal, then a gentle film curve."""
import os

import cv2
import numpy as np


def denoise(image, albedo, normal, strength=1.0):
    """Joint a-trous filter on light (image / albedo), so that texture stays and noise goes. Linear float32 arrays."""
    base = np.maximum(albedo, 0.02)
    light = np.clip(image / base, 0, 12)
    light = _fireflies(light)
    # the finest texture lives in the albedo; what is left is light, smooth but for edges of shape and shadow
    guide = np.concatenate([normal * 1.0, albedo * 1.5], axis=2)
    for level in range(4):
        light = _atrous(light, guide, 1 << level, 0.55 * strength / (1 << level), 0.28)
    return light * base


def calm(guide):
    """A guide pass seen through glass: its grains come from the choice between mirroring and passing, not from texture."""
    return cv2.medianBlur(np.ascontiguousarray(guide, np.float32), 5)


def _fireflies(light):
    grey = light.mean(axis=2)
    middle = cv2.medianBlur(grey.astype(np.float32), 5)
    spike = grey > middle * 1.8 + 0.15
    calm = cv2.medianBlur(light.astype(np.float32), 5)
    return np.where(spike[..., None], calm, light).astype(np.float32)


def _atrous(light, guide, step, sigma_light, sigma_guide):
    kernel = (1 / 16, 1 / 4, 3 / 8, 1 / 4, 1 / 16)
    total = np.zeros_like(light)
    weight = np.zeros(light.shape[:2], np.float32)
    tone = np.log1p(light)
    high, wide = light.shape[:2]
    pad = 2 * step
    padded = [cv2.copyMakeBorder(each, pad, pad, pad, pad, cv2.BORDER_REFLECT) for each in (light, tone)]
    guides = np.stack([cv2.copyMakeBorder(np.ascontiguousarray(guide[..., c]), pad, pad, pad, pad, cv2.BORDER_REFLECT)
                       for c in range(guide.shape[2])], axis=2)
    for i, ky in enumerate(kernel):
        for j, kx in enumerate(kernel):
            y, x = i * step, j * step
            part = slice(y, y + high), slice(x, x + wide)
            apart = ((guides[part] - guide) ** 2).sum(axis=2) / (sigma_guide ** 2)
            apart += ((padded[1][part] - tone) ** 2).sum(axis=2) / (sigma_light ** 2 + 1e-6)
            w = (ky * kx) * np.exp(-apart)
            total += padded[0][part] * w[..., None]
            weight += w
    return total / weight[..., None]


def film(linear, exposure=1.0):
    """Linear below, a soft shoulder above 0.72; display-linear 0..1."""
    x = linear * exposure
    knee, top = 0.72, 1.0
    over = np.maximum(x - knee, 0)
    soft = knee + (top - knee) * (1 - np.exp(-over / (top - knee)))
    return np.where(x > knee, soft, np.maximum(x, 0))


def encode(linear):
    """Display-linear to 8-bit sRGB."""
    x = np.clip(linear, 0, 1)
    return (np.where(x <= 0.0031308, x * 12.92, 1.055 * x ** (1 / 2.4) - 0.055) * 255 + 0.5).astype(np.uint8)


def write(path, picture):
    """An 8-bit RGB or grey array as PNG, by a temporary name so that nobody reads half of it."""
    half = path + '.tmp.png'
    cv2.imwrite(half, picture[..., ::-1] if picture.ndim == 3 else picture, [cv2.IMWRITE_PNG_COMPRESSION, 7])
    os.replace(half, path)
