import { type Canvas, type Point, polygon, softShape } from './canvas.ts'
import { castShadow, type Face, fillShape, type Material, paint, roundLight } from './material.ts'

/** A place in the room in inches: right of the middle, above the floor, behind the front edge of the piece. */
export type Spot = readonly [x: number, y: number, z: number]

/** What a thing is covered with. */
export type Skin = { readonly material: Material; readonly color: string }

/**
 * A camera that stands in front of the piece and looks slightly down on it: inches become pixels, what lies behind is
 * smaller and higher. All furniture is drawn through it, so that measures and light agree.
 */
export type Stage = ReturnType<typeof createStage>

export function createStage(
  canvas: Canvas,
  options: { readonly scale: number; readonly floor: number; readonly middle?: number; readonly tilt?: number },
) {
  const { scale, floor, middle = canvas.width / 2, tilt = 0.2 } = options

  function at([x, y, z]: Spot): Point {
    const near = 1 / (1 + z * 0.0034)
    return [middle + x * scale * near, floor - (y * near + z * tilt * near) * scale]
  }

  const stage = {
    canvas,
    scale,
    at,
    /** The shadow on the floor under a footprint. */
    shadow(x0: number, x1: number, z0: number, z1: number, strength = 0.34): void {
      const reach = Math.max(1.2, (x1 - x0) * 0.03)
      castShadow(
        canvas,
        [
          at([x0 - reach, 0, z0 - reach]),
          at([x1 + reach, 0, z0 - reach]),
          at([x1 + reach * 2, 0, z1]),
          at([x0, 0, z1]),
        ],
        strength,
        Math.max(5, scale * 1.5),
      )
    },
    /** A cuboid between two corners; its near face is at z0. */
    box(x0: number, x1: number, y0: number, y1: number, z0: number, z1: number, skin: Skin, seed = 'b'): void {
      const { material, color } = skin
      const inner = x1 <= 0 ? x1 : x0 >= 0 ? x0 : undefined
      if (inner !== undefined)
        fillShape(
          canvas,
          polygon([at([inner, y0, z0]), at([inner, y1, z0]), at([inner, y1, z1]), at([inner, y0, z1])]),
          material,
          color,
          'side',
          seed,
        )
      fillShape(
        canvas,
        polygon([at([x0, y1, z0]), at([x1, y1, z0]), at([x1, y1, z1]), at([x0, y1, z1])]),
        material,
        color,
        'top',
        seed,
      )
      stage.face(x0, x1, y0, y1, z0, skin, 'front', seed)
    },
    /** An upright rectangle facing the viewer. */
    face(
      x0: number,
      x1: number,
      y0: number,
      y1: number,
      z: number,
      skin: Skin,
      face: Face = 'front',
      seed = 'f',
    ): void {
      fillShape(
        canvas,
        polygon([at([x0, y1, z]), at([x1, y1, z]), at([x1, y0, z]), at([x0, y0, z])]),
        skin.material,
        skin.color,
        face,
        seed,
      )
    },
    /** A soft upright shape facing the viewer: radius and bulge in inches. */
    cushion(
      x0: number,
      x1: number,
      y0: number,
      y1: number,
      z: number,
      skin: Skin,
      soft: { radius: number; bulge: number },
      face: Face = 'front',
    ): void {
      const d = softShape(
        [at([x0, y1, z]), at([x1, y1, z]), at([x1, y0, z]), at([x0, y0, z])],
        soft.radius * scale,
        soft.bulge * scale,
      )
      fillShape(canvas, d, skin.material, skin.color, face)
      canvas.path(d, 'none', { stroke: '#241a12', 'stroke-width': Math.max(1, scale * 0.12), opacity: 0.16 })
    },
    /** A soft horizontal slab: its top as seen from above, then its front edge. */
    slab(
      x0: number,
      x1: number,
      y0: number,
      y1: number,
      z0: number,
      z1: number,
      skin: Skin,
      soft: { radius: number; bulge: number },
    ): void {
      // the rounded corners of the front would leave the corners of a full top in the air
      const inset = soft.radius * 0.55
      const top = softShape(
        [
          at([x0 + inset, y1, z1]),
          at([x1 - inset, y1, z1]),
          at([x1 - inset * 0.7, y1 - soft.radius * 0.3, z0]),
          at([x0 + inset * 0.7, y1 - soft.radius * 0.3, z0]),
        ],
        soft.radius * scale * 0.7,
        0,
      )
      fillShape(canvas, top, skin.material, skin.color, 'top')
      stage.cushion(x0, x1, y0, y1, z0, skin, soft)
    },
    /** A post from floor to height, thinner or thicker at its foot; leans out by `lean` inches at the floor. */
    post(x: number, z: number, y0: number, y1: number, top: number, foot: number, skin: Skin, lean = 0): void {
      const a = at([x - top / 2, y1, z])
      const b = at([x + top / 2, y1, z])
      const c = at([x + lean + foot / 2, y0, z])
      const d = at([x + lean - foot / 2, y0, z])
      const shape = polygon([a, b, c, d])
      canvas.path(
        shape,
        z > 4
          ? paint(canvas, skin.material, skin.color, 'side')
          : roundLight(canvas, skin.color, skin.material === 'metal' ? 0.5 : 0.16),
      )
    },
    /** The darkness in a corner or under a slab. */
    dusk(x0: number, x1: number, y0: number, y1: number, z: number, strength: number, isUp = false): void {
      const fill = canvas.down(
        isUp
          ? [
              [0, '#1d1712', 0],
              [1, '#1d1712', strength],
            ]
          : [
              [0, '#1d1712', strength],
              [1, '#1d1712', 0],
            ],
      )
      canvas.path(polygon([at([x0, y1, z]), at([x1, y1, z]), at([x1, y0, z]), at([x0, y0, z])]), fill)
    },
  }
  return stage
}
