/** The three places an add-on's picture may stand in (DATA-19). */
export type AddOnPictures = { readonly imagePopup: string; readonly imagePath: string; readonly imageUrl: string }

/** An add-on's picture: the first of imagePopup, imagePath, imageUrl that is present; '' for none (ATC-28). */
export function addOnPicture({ imagePopup, imagePath, imageUrl }: AddOnPictures): string {
  return imagePopup || imagePath || imageUrl
}
