import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Answer } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { isMismatchTold, isNamedAs } from '../../../lexicon/lexicon.ts'

/**
 * Body properties that must have the value of a path parameter, because the server rejected a request in
 * which they differed. A name that identifies an item in the path would usually rename it in the body.
 */
export class PathAgreement {
  /** Path parameters by the names of properties, by operationId. */
  readonly #known = new Map<string, ReadonlyMap<string, string>>()

  /** The path parameters whose values an operation's properties must have, by the properties' names. */
  of({ operationId }: OperationDescriptor): ReadonlyMap<string, string> {
    return this.#known.get(operationId) ?? new Map()
  }

  /**
   * Learns from a refusal that quotes the values of a path parameter and of a property with its name, and
   * says that they differ.
   * @returns true if it concerns a property that no earlier refusal concerned.
   */
  learn({ operation, path = {}, body }: RequestPlan, { text }: Pick<Answer, 'text'>): boolean {
    if (!isObject(body?.value) || !isMismatchTold(text)) return false
    const known = this.of(operation)
    const found = Object.entries(body.value).flatMap(([name, value]): readonly [string, string][] => {
      if (typeof value !== 'string' || known.has(name) || !text.includes(value)) return []
      const said = Object.entries(path).find(
        ([parameter, { text: own }]) =>
          own !== value && text.includes(own) && (isNamedAs(parameter, name) || isNamedAs(name, parameter)),
      )
      return said === undefined ? [] : [[name, said[0]]]
    })
    this.#known.set(operation.operationId, new Map([...known, ...found]))
    return found.length > 0
  }
}
