import type { DestinationKind } from '../delivery/destination.ts'
import type { DestinationType } from '../tables.ts'
import { fileDestinationKind } from './file.ts'
import { httpDestinationKind } from './http.ts'
import { noOpDestinationKind } from './no-op.ts'
import { postgresDestinationKind } from './postgres.ts'
import { s3DestinationKind } from './s3.ts'

/** All types of destinations, by name as in the document. */
export const destinationKinds: Readonly<Record<DestinationType, DestinationKind>> = {
  S3: s3DestinationKind,
  Postgres: postgresDestinationKind,
  HTTP: httpDestinationKind,
  File: fileDestinationKind,
  NoOp: noOpDestinationKind,
}
