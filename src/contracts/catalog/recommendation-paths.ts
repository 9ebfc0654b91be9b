import { get, post } from '../call.ts'

/** Where the cross-sell feed is read as JSONP; no call of the table, because its answer is a script (OPEN-107). */
export const crossSellFeedPath = '/recommendation/feed'

export const recommendationPaths = {
  index: get('/recommendation/index'),
  crossSell: post('/browse/widget/CrossSell'),
  mainPi: post('/browse/widget/MainPi'),
} as const
