import type { Kind } from '../kinds/kind.ts'
import type { CommandName } from './commands.ts'

/** A member of a configuration object. */
export interface OptionMember<Value = unknown> {
  readonly kind: Kind<Value>
  /** Purpose in Markdown: a sentence that starts in lower case and has no full stop. */
  readonly means: string
  readonly isRequired?: boolean
  /** Default: a value, or a description if it depends on something. */
  readonly fallback?: number | { readonly text: string } | { readonly words: string }
}

/** Command line form of an option. */
export interface Flag {
  /** Name without dashes. */
  readonly name: string
  /** One-letter form. */
  readonly short?: string
  /** Placeholder of the value in help: "FILE". Without one the option is a flag. */
  readonly value?: string
  /**
   * Commands that accept it; `configured` means every command that reads a configuration, or a document
   * instead.
   */
  readonly commands: readonly CommandName[] | 'all' | 'configured'
  /** How the command for repeating a check includes it. Default: not at all. */
  readonly replay?: 'as-given' | 'without-secret' | 'hidden'
}

/** An option, with all that is known about it. */
export interface Option<Value = unknown> extends OptionMember<Value> {
  /** Command line form; absent if only the configuration has it. */
  readonly flag?: Flag
  /** Environment variable. It overrides the configuration, and the command line overrides both. */
  readonly variable?: string
  /** Heading in help and docs/configuration.md. */
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

/** Default as text: "80" or "as many as there are"; `undefined` if there is none. */
export function describeOptionFallback({ fallback }: OptionMember): string | undefined {
  if (fallback === undefined) return undefined
  if (typeof fallback === 'number') return String(fallback)
  return 'text' in fallback ? fallback.text : fallback.words
}
