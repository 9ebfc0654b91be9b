import { get, post } from '../call.ts'

/** CALL-82, CALL-83, OPEN-99 to OPEN-101. */
export const registryPaths = {
  getRegistryList: get('/ReactRegistry/GetRegistryList'),
  addItems: post('/ReactRegistry/AddItems'),
  updateItem: post('/ReactRegistry/UpdateItem'),
} as const
