/** A setting for operators: an environment variable, and for some an option that takes precedence. */
export interface Setting {
  readonly variable: string
  /** The option's name, without dashes. */
  readonly option?: string
  /** Values that it takes, as the end of the sentence "it takes …". */
  readonly takes: string
  /** Default text. Without it the setting may be `undefined`. */
  readonly fallback?: string
  /** Purpose; Markdown, one sentence without a full stop. */
  readonly means: string
  /** True if the value may contain a password: it is never repeated. */
  readonly isSecret?: boolean
  /** Parses a text that is not empty; `undefined` if it is invalid. */
  readonly read: (text: string) => unknown
}
