"""Renders the scene with Cycles and reads its passes back as arrays."""
import os
import shutil
import tempfile

import bpy
import cv2
import numpy as np

PASSES = {'image': 'Image', 'albedo': 'Denoising Albedo', 'normal': 'Denoising Normal', 'glossdir': 'GlossDir',
          'glossind': 'GlossInd', 'glosscol': 'GlossCol', 'index': 'IndexOB'}

#: The object index of the paper sweep, which takes a stronger denoising than what stands on it.
PAPER_INDEX = 1


def settings(width, height, samples, glass=False):
    """Cycles on two threads with short light paths: few samples of many pixels, which are halved after denoising."""
    scene = bpy.context.scene
    scene.render.engine = 'CYCLES'
    render, cycles = scene.render, scene.cycles
    render.resolution_x, render.resolution_y, render.resolution_percentage = width, height, 100
    render.threads_mode, render.threads = 'FIXED', 2
    cycles.device = 'CPU'
    cycles.samples = samples
    cycles.use_adaptive_sampling, cycles.filter_width = False, 1.0
    cycles.use_denoising = False
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = (10, 3, 4) if glass else (4, 3, 3)
    cycles.transmission_bounces, cycles.transparent_max_bounces = (8, 8) if glass else (2, 6)
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.blur_glossy = 0.2
    cycles.sample_clamp_indirect, cycles.sample_clamp_direct = 4.0, 12.0
    scene.view_settings.view_transform = 'Raw'
    scene.display_settings.display_device = 'sRGB'
    layer = bpy.context.view_layer
    layer.cycles.denoising_store_passes = True
    layer.use_pass_glossy_direct = layer.use_pass_glossy_indirect = layer.use_pass_glossy_color = True
    layer.use_pass_object_index = True
    render.film_transparent = False
    render.use_persistent_data = True
    cycles.use_auto_tile = False


def shoot(parts=(), frame=None):
    """Renders; returns arrays by pass name and by part ('part_<name>'), top row first.

    frame: the share of the picture (x0, x1, y0, y1) that needs all its pixels; the empty paper round it is rendered at a
    quarter of the size and enlarged.
    """
    layer = bpy.context.view_layer
    for part in parts:
        aov = layer.aovs.add()
        aov.name, aov.type = f'part_{part}', 'VALUE'
    if not frame:
        return _render(parts)
    render = bpy.context.scene.render
    render.use_border, render.use_crop_to_border = True, False
    render.border_min_x, render.border_max_x, render.border_min_y, render.border_max_y = frame
    sharp = _render(parts)
    render.use_border, render.resolution_percentage = False, 25
    cycles = bpy.context.scene.cycles
    cycles.samples, few = 16, cycles.samples
    paper = _render(())
    render.resolution_percentage, cycles.samples = 100, few
    return _joined(sharp, paper, frame)


def _joined(sharp, paper, frame):
    """The sharp part laid on the enlarged paper with a soft edge."""
    high, wide = sharp['image'].shape[:2]
    x0, x1, y0, y1 = frame[0] * wide, frame[1] * wide, (1 - frame[3]) * high, (1 - frame[2]) * high
    soft = wide * 0.035
    xs, ys = np.arange(wide, dtype=np.float32), np.arange(high, dtype=np.float32)

    def ramp(at, low, high_, limit):
        share = np.ones_like(at)
        if low > 1:
            share = np.minimum(share, np.clip((at - low - 2) / soft, 0, 1))
        if high_ < limit - 1:
            share = np.minimum(share, np.clip((high_ - 2 - at) / soft, 0, 1))
        return share

    blend = (ramp(ys, y0, y1, high)[:, None] * ramp(xs, x0, x1, wide)[None, :])[..., None]
    for name, picture in paper.items():
        calm = cv2.GaussianBlur(cv2.medianBlur(picture, 3), (0, 0), 9) if name == 'image' else picture
        large = cv2.resize(calm, (wide, high), interpolation=cv2.INTER_CUBIC)
        sharp[name] = sharp[name] * blend + large * (1 - blend)
    return sharp


def _render(parts):
    """One render; its passes as arrays."""
    scene = bpy.context.scene
    folder = tempfile.mkdtemp(prefix='shot-')
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    source = tree.nodes.new('CompositorNodeRLayers')
    out = tree.nodes.new('CompositorNodeOutputFile')
    out.base_path = folder + '/'
    out.format.file_format, out.format.color_depth, out.format.color_mode = 'OPEN_EXR', '32', 'RGB'
    out.format.exr_codec = 'NONE'
    out.file_slots.clear()
    wanted = {**PASSES, **{f'part_{part}': f'part_{part}' for part in parts}}
    for name, socket in wanted.items():
        out.file_slots.new(name)
        tree.links.new(source.outputs[socket], out.inputs[name])
    try:
        bpy.ops.render.render(write_still=False)
        return {name: _read(os.path.join(folder, f'{name}{scene.frame_current:04d}.exr')) for name in wanted}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _read(path):
    image = bpy.data.images.load(path)
    image.colorspace_settings.name = 'Non-Color'
    wide, high = image.size
    flat = np.empty(wide * high * image.channels, np.float32)
    image.pixels.foreach_get(flat)
    bpy.data.images.remove(image)
    return flat.reshape(high, wide, -1)[::-1, :, :3].copy()
