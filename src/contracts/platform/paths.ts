import { get, post } from '../call.ts'

export const platformPaths = {
  log: post('/Checkout/Log'),
  popup: get('/SharedLayer/PopupV2'),
} as const
