import { get, post } from '../call.ts'

/** Suggestions of the search field, and the favorites of PLAT-29 and OPEN-40. */
export const browsePaths = {
  getSuggestions: get('/ReactBrowse/GetSuggestions'),
  setFavorite: post('/ReactBrowse/SetFavorite'),
} as const
