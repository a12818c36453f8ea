/** A setting for operators: an environment variable, and for some an option that takes precedence. */
export interface Setting {
  readonly variable: string
  /** The option's name, without dashes. */
  readonly option?: string
  /** Values that the setting takes, as the end of the sentence "it takes …". */
  readonly takes: string
  /** Default text. Without one, the setting may be `undefined`. */
  readonly fallback?: string
  /** Purpose; Markdown, one sentence without a full stop. */
  readonly means: string
  /** True if the value may contain a password: messages never repeat it. */
  readonly isSecret?: boolean
  /** Parses a text that is not empty; `undefined` if it is invalid. */
  readonly read: (text: string) => unknown
}
