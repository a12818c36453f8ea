import type { DestinationKind } from '../delivery/destination.ts'
import { exportFormatProblem } from '../files/export-files.ts'
import { destinationAddressProblem } from './http-address.ts'

/** A bucket in Amazon S3 or a compatible service. */
export const s3DestinationKind: DestinationKind = {
  type: 'S3',
  schema: 'S3Destination',
  address: ['endpoint_url', 'bucket_name', 'region'],
  check(config) {
    const endpoint = config['endpoint_url'] ?? null
    const reason = endpoint === null ? undefined : destinationAddressProblem(endpoint)
    return reason === undefined ? exportFormatProblem(config) : { reason, member: 'endpoint_url' }
  },
  open(config, { addresses }) {
    // The client takes a third of a second to load, so only exports that use it should wait for it.
    const bucket = async () => (await import('./s3-bucket.ts')).s3Destination(config, addresses)
    return {
      deliver: async (delivery) => (await bucket()).deliver(delivery),
      discard: async (run) => (await bucket()).discard?.(run),
    }
  },
}
