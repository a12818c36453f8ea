import { serverPath } from '@concordat/runtime/http'
import type { DocumentObject, ServerObject } from '../../document/document.ts'

/** Maximum number of URLs for a server with variables. */
const MOST_URLS = 100

/** Base paths of the document's servers, longest first; empty if they serve from the root. */
export function recordedBasePaths(document: Pick<DocumentObject, 'servers'>): readonly string[] {
  const paths = recordedServerUrls(document)
    .map(serverPath)
    .filter((path) => path !== '')
  return [...new Set(paths)].toSorted((one, other) => other.length - one.length)
}

/** Server URLs with each enumerated value of their variables, default values first. */
export function recordedServerUrls({ servers = [] }: Pick<DocumentObject, 'servers'>): readonly string[] {
  return servers.flatMap(urlsOf)
}

function urlsOf({ url, variables = {} }: ServerObject): readonly string[] {
  const urls = Object.entries(variables).reduce<readonly string[]>(
    (known, [name, { default: usual, enum: listed = [] }]) => {
      const values = [...new Set([...(usual === undefined ? [] : [usual]), ...listed])]
      return known
        .flatMap((each) => values.map((value) => each.replaceAll(`{${name}}`, value)))
        .slice(0, MOST_URLS)
    },
    [url],
  )
  return [...new Set(urls)].filter((each) => !/\{[^{}]+\}/.test(each))
}
