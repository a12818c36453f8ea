/** Replacement for a secret. */
const mask = '***'

/** Shorter secrets are found in words that have nothing to do with them. */
const shortLength = 4

/**
 * Makes a function that removes secrets from messages: those of other servers can repeat them. A short secret
 * is removed only if it stands alone in quotes, as in `for user "me"`: its letters are in every sentence.
 */
export function createMask(secrets: readonly string[]): (message: string) => string {
  const longestFirst = [...secrets].sort((one, other) => other.length - one.length)
  const needles = longestFirst.flatMap((secret) =>
    secret.length < shortLength
      ? [
          ['"', secret, '"'],
          ["'", secret, "'"],
        ]
      : [['', secret, '']],
  )
  return (message) =>
    needles.reduce(
      (text, [before, secret, after]) =>
        text.replaceAll(`${before}${secret}${after}`, () => `${before}${mask}${after}`),
      message,
    )
}
