import type { CorpusDocument } from '../../corpus/find-documents.ts'

export type Pair = readonly [old: CorpusDocument, now: CorpusDocument]

/** A finding that a tool reported. */
export interface Told {
  readonly id: string
  readonly text: string
}

/** Items by operation: "GET /pets". */
export type ByOperation<Item> = ReadonlyMap<string, readonly Item[]>

/** A tool's findings for a pair of documents. */
export interface Findings {
  /** Changes that the tool calls breaking. */
  readonly errors: ByOperation<Told>
  /** Changes that the tool reports without calling them breaking. */
  readonly milder: ByOperation<Told>
}

/** Compares a pair of documents. Resolves to the reason, as a string, if the tool cannot compare them. */
export type Compare = (pair: Pair, signal: AbortSignal) => Promise<Findings | string>

/** A third-party program that reports which changes to a document break callers. */
export interface DiffTool {
  readonly name: string
  /** @returns the reason, as a string, if the tool is not available on this machine. */
  prepare(signal: AbortSignal): Promise<Compare | string>
}

/** Adds an item to an operation's items. */
export function add<Item>(all: Map<string, readonly Item[]>, operation: string, item: Item): void {
  all.set(operation, [...(all.get(operation) ?? []), item])
}
