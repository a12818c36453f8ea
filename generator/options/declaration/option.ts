import type { Kind } from '../kinds/kind.ts'
import type { CommandName } from './commands.ts'

/** One member of an object of the configuration. */
export interface Member<Value = unknown> {
  readonly kind: Kind<Value>
  /** Purpose: Markdown, a sentence that begins in lower case and has no full stop at its end. */
  readonly means: string
  readonly isRequired?: boolean
  /** Default: a value, or words if it depends on something. */
  readonly fallback?: number | { readonly text: string } | { readonly words: string }
}

/** Option on the command line. */
export interface Flag {
  /** Without its dashes. */
  readonly name: string
  /** One letter that stands for it. */
  readonly short?: string
  /** Placeholder of the value in the help: "FILE". A flag without one is on or off. */
  readonly value?: string
  /** `configured`: every one that reads a configuration, or a document in place of one. */
  readonly commands: readonly CommandName[] | 'all' | 'configured'
  /** True if the line that repeats one check has it too. Default: never. */
  readonly replay?: 'as-given' | 'without-secret' | 'hidden'
}

/** Something that a user decides. All that the kit knows about it is declared here. */
export interface Option<Value = unknown> extends Member<Value> {
  /** Flag on the command line; absent if only the configuration has it. */
  readonly flag?: Flag
  /** The environment variable for it. It overrides the configuration, and the command line overrides it. */
  readonly variable?: string
  /** Heading that it stands under in the help and in docs/configuration.md. */
  readonly topic: Topic
}

/** The headings, in their order. */
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
export type ValueOf<Item extends Member> = Item extends { readonly kind: Kind<infer Value> } ? Value : never

/** "80" or "as many as there are", as a text says it; `undefined` where nothing holds. */
export function describeFallback({ fallback }: Member): string | undefined {
  if (fallback === undefined) return undefined
  if (typeof fallback === 'number') return String(fallback)
  return 'text' in fallback ? fallback.text : fallback.words
}
