import { isObject } from '@concordat/runtime/json'
import { misspeltName } from '@concordat/runtime/nearest'
import type { ObjectPosition } from '../../document/shape.ts'
import type { ProblemAtPath } from '../source/problem-at-path.ts'
import type { Path } from '../source/reference.ts'
import { unknownFieldProblem } from './misfit.ts'

/** Finds misspelt fields. A large document has the same unknown field many times: each is compared once. */
export class UnknownFields {
  /**
   * The known field that each unknown field probably means, by object and name; empty if no known name is
   * similar.
   */
  readonly #meant = new Map<string, string>()

  /** Problem: an unknown field whose name is close to a known one; any other may be somebody's own. */
  problem(
    name: string,
    { name: object, object: { fields, others, isClosed } }: ObjectPosition,
    { value, path }: { readonly value: unknown; readonly path: Path },
  ): ProblemAtPath | undefined {
    if (others !== undefined || /^(x-|\$)/.test(name)) return undefined
    const key = `${object} ${name}`
    const known = this.#meant.get(key)
    const meant = known ?? misspeltName(name, fields.keys()) ?? ''
    if (known === undefined) this.#meant.set(key, meant)
    const isReported = meant !== '' || (isClosed && isObject(value))
    return isReported ? unknownFieldProblem({ object, name, meant, path: [...path, name] }) : undefined
  }
}
