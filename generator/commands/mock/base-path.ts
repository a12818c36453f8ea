import type { Server } from '../../model/server/server.ts'

/** Stands for the origin of servers that name none. */
const NOWHERE = 'http://nowhere.invalid'

/** Paths below which the document's servers have its paths, the longest first; none where they stand at the root. */
export function basePaths(servers: readonly Server[]): readonly string[] {
  const paths = servers.flatMap(({ url }) => {
    const path = URL.parse(url, NOWHERE)?.pathname.replace(/\/+$/, '')
    return path === undefined || path === '' ? [] : [path]
  })
  return [...new Set(paths)].toSorted((one, other) => other.length - one.length)
}
