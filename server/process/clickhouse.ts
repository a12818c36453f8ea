/** Modules that are loaded only if there is a ClickHouse, because the client consists of forty modules. */

export { connectClickhouse } from '../events/clickhouse/client.ts'
export { openClickhouseEvents } from '../events/clickhouse/open-events.ts'
export { startShipper } from '../events/outbox/shipper.ts'
