import type { Destination, DestinationKind } from '../delivery/destination.ts'

/** Discards all records. Useful for testing schedules and queries. */
export const noOpDestinationKind: DestinationKind = {
  type: 'NoOp',
  schema: 'NoOpDestination',
  address: [],
  open: () => nowhere,
}

/** Reads the records and discards them. */
const nowhere: Destination = {
  async deliver({ source, signal, count }) {
    for await (const _ of source.read()) {
      signal.throwIfAborted()
      count(1)
    }
  },
}
