import { post } from '../call.ts'

/** A cart to a phone (BEYOND-15). */
export const transferPaths = { createHandOver: post('/ReactCart/CreateHandOver') } as const
