import type { VerifyConfig } from '../../../options/config/config-types.ts'
import { durationMilliseconds } from '../../../options/kinds/duration.ts'

/** Maximum share of the run's time limit that is spent on exploring. */
const LOOK_SHARE = 0.25

/** Time at which to stop exploring, so that even a short run has time for its checks. */
export function exploringEnd(maxTime: VerifyConfig['maxTime']): number | undefined {
  const maxTimeMs = durationMilliseconds(maxTime)
  return maxTimeMs === undefined ? undefined : maxTimeMs * LOOK_SHARE
}
