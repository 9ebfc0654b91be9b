import { createObjectStore } from '#server/providers/picture-store/object-store.ts'
import type { PictureStore } from '#server/providers/picture-store/port.ts'
import type { ObjectStoreConfig } from '#server/providers/picture-store/settings.ts'
import { openTestGateway, type TestGateway } from './card-gateway.ts'

export const objectStoreKeys = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret-of-an-object-store' }

/** The settings of the stand-in at an origin, whose CDN is at the same one. */
export function objectStoreAt(origin: string): ObjectStoreConfig {
  const place = { bucket: 'cartwright', prefix: 'pictures', region: 'us-east-1', endpoint: `${origin}/s3`, origin }
  return { ...place, ...objectStoreKeys }
}

/** The stand-in for an object store, and the shop's adapter for it, which gives up at once. */
export async function openObjectStore(): Promise<{ readonly stand: TestGateway; readonly store: PictureStore }> {
  const stand = await openTestGateway({ objectStoreKeys, now: () => new Date() })
  return { stand, store: createObjectStore(objectStoreAt(stand.origin), { answerMs: 2_000, retries: 0 }) }
}
