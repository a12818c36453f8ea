import type { Schema } from '@concordat/runtime/schema'
import type { OperationDescriptor, ResponseHeaders } from '@concordat/runtime/server'
import type { RequestExamples, ResponseExamples } from '../../document/examples.ts'
import type { Page } from '../../lists/cut-page.ts'
import type { ItemEvent } from '../../state/event.ts'
import type { PathValues } from '../../state/path-values.ts'
import type { World } from '../../state/world.ts'

/** A request that was routed, let in and found valid. */
export interface Granted {
  readonly operation: OperationDescriptor
  readonly pathValues: PathValues
  /** With the document's defaults, and without them. */
  readonly query: Readonly<Record<string, unknown>>
  readonly given: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly request: Request
  readonly world: World
  /** The path in front of the document's own, without a slash at its end. */
  readonly basePath: string
  readonly examples: ResponseExamples
  readonly requestExamples: RequestExamples
  /** Called with what became of items once the answer is decided. */
  readonly tell: (event: ItemEvent) => void
}

/** Method and path of a request, as the document has the path. */
export function requestLine({ operation, pathValues }: Granted): string {
  return `${operation.method} ${pathValues.fill(operation.path) ?? operation.path}`
}

/** Effect of an operation on the things that the mock holds. */
export interface Outcome {
  /** Statuses that would say it, the best first. */
  readonly statuses: readonly [number, ...number[]]
  /**
   * Makes a value for the answer's schema. Absent: whatever the document shows of the answer.
   * @param example the document's example: the members around items are taken from it.
   * @throws Unmakeable where none is found.
   */
  readonly show?: (schema: Schema, example?: unknown) => unknown
  /** The schema of the item that it is about. */
  readonly itemSchema?: Schema
  /** Path of the item that was made, below the base URL. */
  readonly location?: string
  readonly page?: Page
  /** Entity tag of the item that it shows. */
  readonly tag?: string
  /** Events of the items that it changed. */
  readonly events?: readonly ItemEvent[]
}

/** Response of a handler of `createApp`. */
export interface HandlerAnswer {
  readonly status: number
  readonly body?: unknown
  readonly mediaType?: string
  readonly headers?: ResponseHeaders
}
