import type { ClickhouseSource } from '../events/clickhouse/client.ts'
import type { Settings } from './settings.ts'

/** The ClickHouse given in the settings; `undefined` if there is none. */
export function clickhouseFromSettings({
  clickhouseUrls: urls,
  clickhouseUser: user,
  clickhousePassword: password = '',
  clickhouseDatabase: database,
  clickhouseCluster: cluster,
}: Pick<
  Settings,
  'clickhouseUrls' | 'clickhouseUser' | 'clickhousePassword' | 'clickhouseDatabase' | 'clickhouseCluster'
>): ClickhouseSource | undefined {
  return urls && { urls, user, password, database, cluster }
}
