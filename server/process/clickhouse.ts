/** What a process needs where there is a ClickHouse. It is loaded there alone: the client is forty modules. */

export { connectClickhouse } from '../events/clickhouse/client.ts'
export { openClickhouseEvents } from '../events/clickhouse/open-events.ts'
export { startShipper } from '../events/outbox/shipper.ts'
