import type { Reason } from '../../refusals/refusal.ts'
import { exportRefusals } from '../refusals.ts'

/** The reason why a config value is not an address for HTTP requests; `undefined` if it is one. */
export function destinationAddressProblem(address: unknown): Reason | undefined {
  const url = typeof address === 'string' ? URL.parse(address) : null
  if (url === null || !/^https?:$/.test(url.protocol)) return exportRefusals.addressNotHttp
  // Reject credentials in the address, which is visible to everyone who can read the export and appears in
  // its log.
  return url.username + url.password === '' ? undefined : exportRefusals.addressWithSecrets
}
