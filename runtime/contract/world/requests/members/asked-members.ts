import type { OperationDescriptor } from '@concordat/runtime/http'

/** Maximum number of properties that are added to an operation's bodies. */
const MOST_ASKED = 4

/** Body properties that the document lacks, but that refusals ask for. */
export class AskedMembers {
  /** Values by the names of properties, by operationId. */
  readonly #known = new Map<string, ReadonlyMap<string, unknown>>()

  /** The properties to add to each body of an operation. */
  of({ operationId }: OperationDescriptor): ReadonlyMap<string, unknown> {
    return this.#known.get(operationId) ?? new Map()
  }

  /** True if the operation's bodies can get this property. */
  accepts(operation: OperationDescriptor, name: string): boolean {
    const known = this.of(operation)
    return !known.has(name) && known.size < MOST_ASKED
  }

  add(operation: OperationDescriptor, name: string, value: unknown): void {
    this.#known.set(operation.operationId, new Map([...this.of(operation), [name, value]]))
  }
}
