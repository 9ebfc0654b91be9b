/** Photographs that did not come out well; the drawing stands in their place. */
export const leftOut: readonly string[] = ['static-shag-rug-charcoal', 'static-shag-rug-pebble']
