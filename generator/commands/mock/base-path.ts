import { serverPath } from '@concordat/runtime/http'
import type { Server } from '../../model/server/server.ts'

/** Paths below which the document's servers have its paths, the longest first; none where they stand at the root. */
export function basePaths(servers: readonly Server[]): readonly string[] {
  const paths = servers.map(({ url }) => serverPath(url)).filter((path) => path !== '')
  return [...new Set(paths)].toSorted((one, other) => other.length - one.length)
}
