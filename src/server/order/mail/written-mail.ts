/** A mail as it goes out; both parts say the same. */
export type WrittenMail = { readonly subject: string; readonly text: string; readonly html: string }
