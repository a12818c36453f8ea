/**
 * A setting for operators: an environment variable and, for some settings, an option that takes precedence.
 */
export interface Setting {
  readonly variable: string
  /** The option's name, without dashes. */
  readonly option?: string
  /** The values that the setting accepts, as the end of the sentence "Expected: …". */
  readonly takes: string
  /** The default, as text. Without a default, the setting can be `undefined`. */
  readonly fallback?: string
  /** The setting's purpose, as a Markdown phrase without a final period. */
  readonly means: string
  /** True if the value can contain a password, so that messages never repeat it. */
  readonly isSecret?: boolean
  /** Parses a string that is not empty; returns `undefined` if it is invalid. */
  readonly read: (text: string) => unknown
}
