/**
 * One thing that an operator can decide: an environment variable, and for some an option that goes before it.
 */
export interface Setting {
  readonly variable: string
  /** The option's name, without dashes. */
  readonly option?: string
  /** Values that it takes, as the end of the sentence "it takes …". */
  readonly takes: string
  /** Text that stands for an absent one. Without it the setting may be `undefined`. */
  readonly fallback?: string
  /** Purpose; Markdown, one sentence without a full stop. */
  readonly means: string
  /** True when the value may hold a password: it is never repeated. */
  readonly isSecret?: boolean
  /** The value of a text that is not empty; `undefined` when it cannot be one. */
  readonly read: (text: string) => unknown
}
