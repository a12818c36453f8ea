import type { DestinationKind } from '../delivery/destination.ts'
import type { DestinationType } from '../tables.ts'
import { file } from './file.ts'
import { http } from './http.ts'
import { noOp } from './no-op.ts'
import { postgres } from './postgres.ts'
import { s3 } from './s3.ts'

/** All types of destinations, by name as in the document. */
export const destinationKinds: Readonly<Record<DestinationType, DestinationKind>> = {
  S3: s3,
  Postgres: postgres,
  HTTP: http,
  File: file,
  NoOp: noOp,
}
