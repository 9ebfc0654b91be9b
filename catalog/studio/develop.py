"""From render passes to a picture: denoise guided by albedo and normal, then a gentle film curve."""
import os

import cv2
import numpy as np


def denoise(image, albedo, normal, strength=1.0, levels=4):
    """Joint a-trous filter on light (image / albedo), so that texture stays and noise goes. Linear float32 arrays.

    strength: how much is smoothed, one number or one for each pixel.
    """
    strength = np.broadcast_to(np.float32(strength), image.shape[:2])
    base = np.maximum(albedo, 0.06)
    light = np.clip(image / base, 0, 12).astype(np.float32)
    light = _fireflies(light)
    # the finest texture lives in the albedo; what is left is light, smooth but for edges of shape and shadow
    guide = np.concatenate([normal, albedo.mean(axis=2, keepdims=True) * 1.5], axis=2).astype(np.float32)
    for level in range(levels):
        light = _atrous(light, guide, 1 << level, 0.6 * strength / (1 << level), 0.28)
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
    """One level: 3 x 3 taps `step` apart for the coarse levels, 5 x 5 for the first."""
    kernel = {-2: 1 / 16, -1: 1 / 4, 0: 3 / 8, 1: 1 / 4, 2: 1 / 16} if step == 1 else {-1: 0.27, 0: 0.46, 1: 0.27}
    high, wide = light.shape[:2]
    pad = 2 * step
    tone = np.log1p(light.mean(axis=2))
    # one feature vector per pixel, so that one subtraction and one square give the distance
    mark = np.ascontiguousarray(guide / np.float32(sigma_guide))
    joint = cv2.copyMakeBorder(mark, pad, pad, pad, pad, cv2.BORDER_REFLECT)
    last = cv2.copyMakeBorder(tone, pad, pad, pad, pad, cv2.BORDER_REFLECT)
    sharpness = 1 / sigma_light.astype(np.float32)
    colour = cv2.copyMakeBorder(light, pad, pad, pad, pad, cv2.BORDER_REFLECT)
    total, weight = np.zeros_like(light), np.zeros((high, wide), np.float32)
    for dy, ky in kernel.items():
        for dx, kx in kernel.items():
            part = slice(pad + dy * step, pad + dy * step + high), slice(pad + dx * step, pad + dx * step + wide)
            near = joint[part] - mark
            apart = np.einsum('ijk,ijk->ij', near, near) + ((last[part] - tone) * sharpness) ** 2
            w = cv2.exp(-apart) * np.float32(ky * kx)
            total += colour[part] * w[..., None]
            weight += w
    return total / weight[..., None]


def film(linear, exposure=1.0):
    """Linear below, a soft shoulder above 0.72; display-linear 0..1."""
    x = linear * exposure
    knee, top = 0.72, 1.0
    over = np.maximum(x - knee, 0)
    soft = knee + (top - knee) * (1 - np.exp(-over / (top - knee)))
    return np.where(x > knee, soft, np.maximum(x, 0))


def halved(linear):
    """Half the size, each pixel the mean of four."""
    high, wide = linear.shape[:2]
    return cv2.resize(linear.astype(np.float32), (wide // 2, high // 2), interpolation=cv2.INTER_AREA)


def encode(linear):
    """Display-linear to 8-bit sRGB."""
    x = np.clip(linear, 0, 1)
    return (np.where(x <= 0.0031308, x * 12.92, 1.055 * x ** (1 / 2.4) - 0.055) * 255 + 0.5).astype(np.uint8)


def write(path, picture):
    """An 8-bit RGB or grey array as PNG, by a temporary name so that nobody reads half of it."""
    half = path + '.tmp.png'
    cv2.imwrite(half, picture[..., ::-1] if picture.ndim == 3 else picture, [cv2.IMWRITE_PNG_COMPRESSION, 7])
    os.replace(half, path)
