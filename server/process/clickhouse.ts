/**
 * Modules that a process needs if there is a ClickHouse. They are loaded only then: the client is forty
 * modules.
 */

export { connectClickhouse } from '../events/clickhouse/client.ts'
export { openClickhouseEvents } from '../events/clickhouse/open-events.ts'
export { startShipper } from '../events/outbox/shipper.ts'
