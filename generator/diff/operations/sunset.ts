import { isObject } from '@concordat/runtime/json'
import { stepsOf } from '@concordat/runtime/pointer'
import type { Model, Operation } from '../../model/model.ts'
import type { Pair } from '../schemas/difference.ts'
import type { TellChange } from './context.ts'

/**
 * Date from which an operation may be removed ("2026-12-31"), according to `x-sunset`; `undefined` if there
 * is none.
 */
export function comparedSunset(
  { descriptor }: Operation,
  { document }: Pick<Model, 'document'>,
): string | undefined {
  const operation = stepsOf(descriptor.pointer).reduce<unknown>(
    (node, step) => (isObject(node) && Object.hasOwn(node, step) ? node[step] : undefined),
    document,
  )
  const written = isObject(operation) ? operation['x-sunset'] : undefined
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(String(written)) ?? []
  return day
}

/** Compares the announced removal dates. */
export function compareSunsets({ old, new: now }: Pair<string | undefined>, tell: TellChange): void {
  if (old === now) return
  if (old === undefined) tell('operation-sunset-added', { is: now ?? '' })
  else if (now === undefined) tell('operation-sunset-removed', { was: old })
  else tell(now < old ? 'operation-sunset-earlier' : 'operation-sunset-later', { was: old, is: now })
}
