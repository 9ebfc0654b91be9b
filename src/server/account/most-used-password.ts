let known: Promise<ReadonlySet<string>> | null = null

/**
 * Whether a password is among the 49,000 most used ones, in letters of any case (ASVS 6.2.4). The list is read at the
 * first question: it takes a few megabytes.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= load()
  return (await known).has(password.toLowerCase())
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map((each) => String(each).toLowerCase()))
}
