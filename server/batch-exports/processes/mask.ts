/** Replacement for a secret. */
const mask = '***'

/** A shorter secret may be part of an unrelated word. */
const shortLength = 4

/**
 * Creates a function that masks secrets in messages, since other servers may repeat them. A short secret is
 * masked only if it is in quotes by itself, as in `for user "me"`: its letters occur in every sentence.
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
