import { createHash } from 'node:crypto'
import type { ExportRecord } from '../../events/event-export.ts'
import type { AddressPolicy } from '../../outbound/address-policy.ts'
import { outboundFetch } from '../../outbound/outbound.ts'
import {
  type Destination,
  type DestinationKind,
  DestinationRefusal,
  type ExportDelivery,
} from '../delivery/destination.ts'
import { recordAsJsonObject } from '../files/json-lines.ts'
import type { DestinationConfig } from '../tables.ts'
import { destinationAddressProblem } from './http-address.ts'

/** An address to which records are posted. */
export const httpDestinationKind: DestinationKind = {
  type: 'HTTP',
  schema: 'HttpDestination',
  address: ['url'],
  check({ url }) {
    const reason = destinationAddressProblem(url)
    return reason && { reason, member: 'url' }
  },
  open: (config, { addresses }) => httpDestination(config, addresses),
}

/**
 * Maximum number of records in a request. A request is sent earlier if its values reach `enoughLength`
 * characters.
 */
const mostRecords = 500
const enoughLength = 2 ** 20

/**
 * Time limit for a response, in milliseconds. The maximum size, `mostBytes`, is small because only the status
 * is used.
 */
const patience = 30_000
const mostBytes = 2 ** 20

/**
 * Posts the records in batches: `{"api_key": token, "batch": [record, …]}`. A repeated run continues after
 * the last accepted batch. Every record arrives at least once: if a process dies before it saves the response
 * to a batch, the same records are sent again in the same order. The `Idempotency-Key` depends on the batch's
 * first and last record. If records have grown in the meantime, a batch can end elsewhere and have a
 * different key; receivers can then recognize each record by its `uuid`.
 */
function httpDestination(config: DestinationConfig, policy: AddressPolicy): Destination {
  const url = String(config['url'])
  const token = String(config['token'])

  async function post(batch: readonly ExportRecord[], delivery: ExportDelivery): Promise<void> {
    const { columns } = delivery.source
    const [first, last] = [batch.at(0), batch.at(-1)]
    if (first === undefined || last === undefined) return
    const objects = batch.map(({ values }) => recordAsJsonObject(columns, values))
    const body = `{"api_key":${JSON.stringify(token)},"batch":[${objects.join(',')}]}`
    const key = createHash('sha256')
      .update(`${delivery.runId} ${first.position} ${last.position}`)
      .digest('hex')
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': key,
    }
    const signal = AbortSignal.any([delivery.signal, AbortSignal.timeout(patience)])
    const response = await outboundFetch(url, { method: 'POST', headers, body, signal, mostBytes }, policy)
    await response.body?.cancel()
    assertAccepted(response.status)
    delivery.count(batch.length)
    await delivery.saveCursor(last.position)
  }

  return {
    resumes: true,
    async deliver(delivery) {
      let batch: ExportRecord[] = []
      let length = 0
      for await (const record of delivery.source.read(delivery.cursor ?? undefined)) {
        batch.push(record)
        for (const value of record.values) length += typeof value === 'string' ? value.length : 8
        if (batch.length < mostRecords && length < enoughLength) continue
        await post(batch, delivery)
        batch = []
        length = 0
      }
      await post(batch, delivery)
    },
  }
}

/**
 * Statuses of client errors after which another attempt can succeed. @see RFC 9110, section 15; RFC 6585,
 * section 4
 */
const passing: ReadonlySet<number> = new Set([408, 425, 429])

function assertAccepted(status: number): void {
  if (status >= 200 && status < 300) return
  const message = `The server responded with status ${status}.`
  if (status < 500 && !passing.has(status)) throw new DestinationRefusal(message)
  throw new Error(message)
}
