import type { Kind } from '../kinds/kind.ts'
import type { CommandName } from './commands.ts'

/** A member of a configuration object. */
export interface OptionMember<Value = unknown> {
  readonly kind: Kind<Value>
  /**
   * Description in Markdown, without a final period. It starts with a lowercase letter unless its first word
   * is a name.
   */
  readonly means: string
  readonly isRequired?: boolean
  /** The default: a value, or a description if the value depends on something. */
  readonly fallback?: number | { readonly text: string } | { readonly words: string }
}

/** An option's form on the command line. */
export interface Flag {
  /** Name without dashes. */
  readonly name: string
  /** One-letter form. */
  readonly short?: string
  /** Placeholder for the value in help, such as "FILE"; absent if the option takes no value. */
  readonly value?: string
  /**
   * Commands that accept the option. `configured` means every command that reads a configuration or, in its
   * place, a document.
   */
  readonly commands: readonly CommandName[] | 'all' | 'configured'
  /** The option's form in the command that repeats a check. Default: the command omits the option. */
  readonly replay?: 'as-given' | 'without-secret' | 'hidden'
}

/** An option of the configuration, the command line, or both. */
export interface Option<Value = unknown> extends OptionMember<Value> {
  /** The option's form on the command line; absent if it cannot be set there. */
  readonly flag?: Flag
  /**
   * Environment variables that set the option. They override the configuration, and the command line
   * overrides both.
   */
  readonly variable?: string
  /** The heading under which help lists the option. */
  readonly topic: Topic
}

/** Headings in order. */
export const TOPICS = {
  document: 'Document',
  output: 'Outputs',
  run: 'Running',
  selection: 'Selection',
  requests: 'Requests',
  limits: 'Limits',
  mock: 'Mock',
  results: 'Results',
  help: 'Help',
} as const

export type Topic = keyof typeof TOPICS

/** The type of an option's value. */
export type ValueOf<Item extends OptionMember> = Item extends { readonly kind: Kind<infer Value> }
  ? Value
  : never

/** Describes the default, such as "80" or "as in the document"; `undefined` if there is none. */
export function describeOptionFallback({ fallback }: OptionMember): string | undefined {
  if (fallback === undefined) return undefined
  if (typeof fallback === 'number') return String(fallback)
  return 'text' in fallback ? fallback.text : fallback.words
}
