import type { CorpusDocument } from '../../corpus/find-documents.ts'

export type Pair = readonly [old: CorpusDocument, now: CorpusDocument]

/** A finding of a tool. */
export interface Told {
  readonly id: string
  readonly text: string
}

/** Items by operation: "GET /pets". */
export type ByOperation<Item> = ReadonlyMap<string, readonly Item[]>

/** Findings of a tool in a pair of documents. */
export interface Findings {
  /** Changes that it calls breaking. */
  readonly errors: ByOperation<Told>
  /** Changes that it tells without calling them so. */
  readonly milder: ByOperation<Told>
}

/** A text says why there are no findings. */
export type Compare = (pair: Pair, signal: AbortSignal) => Promise<Findings | string>

/** A program of others that says which changes of a document break callers. */
export interface DiffTool {
  readonly name: string
  /** @returns a text that says why this machine lacks it. */
  prepare(signal: AbortSignal): Promise<Compare | string>
}

/** Adds an item to those of an operation. */
export function add<Item>(all: Map<string, readonly Item[]>, operation: string, item: Item): void {
  all.set(operation, [...(all.get(operation) ?? []), item])
}
