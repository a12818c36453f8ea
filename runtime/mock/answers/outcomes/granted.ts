import type { Schema } from '@concordat/runtime/schema'
import type { OperationDescriptor } from '@concordat/runtime/server'
import type { RequestExamples, ResponseExamples } from '../../document/examples.ts'
import type { MockFile } from '../../files/mock-file.ts'
import type { CutPage } from '../../lists/cut-page.ts'
import type { ItemEvent } from '../../state/item.ts'
import type { MockPathValues } from '../../state/path-values.ts'
import type { World } from '../../state/world.ts'

/** A request that was routed, authorized and validated. */
export interface Granted {
  readonly operation: OperationDescriptor
  readonly pathValues: MockPathValues
  /** The query, with the document's defaults; `given` is the query without them. */
  readonly query: Readonly<Record<string, unknown>>
  readonly given: Readonly<Record<string, unknown>>
  readonly body: unknown
  /** The file in the body. */
  readonly file: MockFile | undefined
  readonly request: Request
  readonly world: World
  /** Prefix of the document's paths, without a final slash. */
  readonly basePath: string
  readonly examples: ResponseExamples
  readonly requestExamples: RequestExamples
  /** Reserves memory for a value before it is stored. @throws HttpProblem if the limit is exceeded. */
  readonly takeRoom: (value: unknown) => void
  /** Called with each change to an item once the response is decided. */
  readonly tell: (event: ItemEvent) => void
}

/** Returns a request's method and path, with the path values filled in. */
export function grantedRequestLine({ operation, pathValues }: Granted): string {
  return `${operation.method} ${pathValues.fill(operation.path) ?? operation.path}`
}

/** The result of an operation on the mock's state, from which the response is written. */
export interface MockOutcome {
  /** Suitable statuses, best first. */
  readonly statuses: readonly [number, ...number[]]
  /**
   * Creates a value for the response schema. If absent, the document's example or a generated value is used.
   * @param example the document's example, which provides the properties around items.
   * @throws Unmakeable if no value is found.
   */
  readonly show?: (schema: Schema, example?: unknown) => unknown
  /** The schema of the affected item. */
  readonly itemSchema?: Schema
  /** The path of the item that a create added or overwrote, below the base URL. */
  readonly location?: string
  readonly page?: CutPage
  /** The entity tag of the returned item. */
  readonly tag?: string
  /** Changes to items. */
  readonly events?: readonly ItemEvent[]
}
