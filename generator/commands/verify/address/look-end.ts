import type { VerifyConfig } from '../../../options/config/config-types.ts'
import { millisecondsOf } from '../../../options/kinds/duration.ts'

/** Share of the longest run time after which no answer is waited for. */
const LOOK_SHARE = 0.25

/** When to stop looking around: a run with little time should still judge something. */
export function lookEnd(maxTime: VerifyConfig['maxTime']): number | undefined {
  const maxTimeMs = millisecondsOf(maxTime)
  return maxTimeMs === undefined ? undefined : maxTimeMs * LOOK_SHARE
}
