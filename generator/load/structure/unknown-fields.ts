import { isObject } from '@concordat/runtime/json'
import { misspeltName } from '@concordat/runtime/nearest'
import type { ObjectPosition } from '../../document/shape.ts'
import type { ProblemAtPath } from '../source/problem-at-path.ts'
import type { Path } from '../source/reference.ts'
import { unknownFieldProblem } from './misfit.ts'

/**
 * Finds misspelled fields. Each unknown field is compared with the known ones only once, because a large
 * document can contain it many times.
 */
export class UnknownFields {
  /**
   * The known field that each unknown field probably means, by object and name; empty if no known name is
   * similar.
   */
  readonly #meant = new Map<string, string>()

  /**
   * Returns a problem for an unknown field that is probably misspelled or, in a closed object, contains an
   * object. Any other field may belong to another tool.
   */
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
