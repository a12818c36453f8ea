import type { Reason } from '../../refusals/refusal.ts'
import { exportRefusals } from '../refusals.ts'

/** Reason why a member of a config is not an address for HTTP requests; `undefined` if it is one. */
export function addressProblem(address: unknown): Reason | undefined {
  const url = typeof address === 'string' ? URL.parse(address) : null
  if (url === null || !/^https?:$/.test(url.protocol)) return exportRefusals.addressNotHttp
  // An address is shown to all who read the export, and stands in its log.
  return url.username + url.password === '' ? undefined : exportRefusals.addressWithSecrets
}
