import type { AddressPolicy } from '../../outbound/address-policy.ts'
import type { Config, DestinationType } from '../tables.ts'
import type { Destination } from './destination.ts'
import { fileDestination } from './file.ts'
import { httpDestination } from './http.ts'
import { noOp } from './no-op.ts'
import { postgresDestination } from './postgres.ts'
import { s3Destination } from './s3.ts'

/** What the deployment allows destinations. */
export interface DestinationLimits {
  /** Which addresses they may reach. */
  readonly addresses: AddressPolicy
  /** The folder below which files may be written, absolute. */
  readonly exportFolder: string
}

/** Makes the destination of a config, secrets included. */
export function openDestination(
  { type, config }: { type: DestinationType; config: Config },
  { addresses, exportFolder }: DestinationLimits,
): Destination {
  switch (type) {
    case 'S3':
      return s3Destination(config, addresses)
    case 'Postgres':
      return postgresDestination(config, addresses)
    case 'HTTP':
      return httpDestination(config, addresses)
    case 'File':
      return fileDestination(config, exportFolder)
    case 'NoOp':
      return noOp
  }
}
