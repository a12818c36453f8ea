import type { Reason } from '../../refusals/refusal.ts'
import { exportRefusals } from '../refusals.ts'

/** Why a member of a config is no address that HTTP requests can be sent to; `undefined` for one that is. */
export function addressProblem(address: unknown): Reason | undefined {
  const url = typeof address === 'string' ? URL.parse(address) : null
  if (url === null || !/^https?:$/.test(url.protocol)) return exportRefusals.addressNotHttp
  // An address is shown to all who read the export, and stands in its log.
  return url.username + url.password === '' ? undefined : exportRefusals.addressWithSecrets
}
