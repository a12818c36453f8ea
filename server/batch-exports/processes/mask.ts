/** Replacement for a secret. */
const mask = '***'

/** Secrets shorter than this can be part of an unrelated word. */
const shortLength = 4

/**
 * Creates a function that masks secrets in messages, because other servers might repeat them. A short secret
 * is masked only where it stands alone in quotes, as in `for user "me"`, because its letters occur in every
 * sentence.
 */
export function createSecretMask(secrets: readonly string[]): (message: string) => string {
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
