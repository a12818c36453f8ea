import type { OperationDescriptor } from '@concordat/runtime/http'
import {
  blankPath,
  isOwnValue,
  type PathBinding,
  pathTemplates,
} from '../../../data/document/path-binding.ts'
import { type Answer, isAbsence } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'

interface AskedPath {
  readonly plan: RequestPlan
  readonly answer: Answer
  readonly binding: PathBinding
}

/** Paths at which a read found no item, so that no read below them can find anything. */
export class AbsentPaths {
  readonly #paths = new Set<string>()

  /** Notes the response to a read of an item. The run's own items are left out, because they may come. */
  note({ plan: { operation }, answer, binding }: AskedPath): void {
    const last = pathTemplates(operation.path).at(-1)
    const isOfItem = last !== undefined && blankPath(operation.path) === last.key.replace(/\/$/, '')
    const isAsked = operation.method === 'GET' && isOfItem && !isOwnValue(binding.get(last.key))
    if (isAsked && isAbsence(answer)) this.#paths.add(pathTo(operation, last.key, binding))
  }

  /** True if nothing exists at the path, or at a part of it. */
  covers(operation: OperationDescriptor, binding: PathBinding): boolean {
    return pathTemplates(operation.path).some(({ key }) => this.#paths.has(pathTo(operation, key, binding)))
  }
}

/** The path up to the end of a template, with its values. */
function pathTo({ path }: OperationDescriptor, key: string, binding: PathBinding): string {
  const texts = pathTemplates(path).map((template) => binding.get(template.key)?.text ?? '')
  return key.replace(/\{\}/g, () => encodeURIComponent(texts.shift() ?? ''))
}
