import type { OperationDescriptor } from '@concordat/runtime/http'
import type { Convention } from '../../../data/outcome/kinds/facts/conventions.ts'
import { resultIfRun } from '../../../data/outcome/not-run.ts'
import type { CheckContext } from '../../check.ts'

/** Number of other operations that must show a convention, and of those that are looked at. */
const ENOUGH = 2
const MOST = 4

/**
 * True if the server does the same for several other operations, and never anything else. It is then one
 * decision, usually of a framework, which the report contains as a remark. Determined once in a run.
 * @param shows Returns `undefined` for an operation that proves nothing.
 * @param most Number of operations to try.
 */
export function isConvention(
  { state }: CheckContext,
  convention: Convention,
  {
    others,
    shows,
    most = 10,
  }: {
    readonly others: readonly OperationDescriptor[]
    readonly shows: (operation: OperationDescriptor) => Promise<boolean | undefined>
    readonly most?: number
  },
): Promise<boolean> {
  const is = (value: unknown): value is boolean => typeof value === 'boolean'
  return state.once({ name: convention, is }, async () => {
    let shown = 0
    for (const operation of others.slice(0, most)) {
      const isShown = await resultIfRun(() => shows(operation))
      if (isShown === false) return false
      if (isShown === true) shown++
      if (shown === MOST) break
    }
    return shown >= ENOUGH
  })
}
