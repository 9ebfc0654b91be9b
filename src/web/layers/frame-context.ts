import { createContext } from 'react'

/** How a popup's frame leaves: apart from the frame, which comes with the first popup. */
export const LayerFrameContext = createContext<{ readonly isLeaving: boolean; readonly onLeft: () => void }>({
  isLeaving: false,
  onLeft: () => {},
})
