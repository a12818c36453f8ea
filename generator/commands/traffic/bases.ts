import type { Recorded } from '@concordat/contract/passive'
import type { DocumentObject } from '../../document/document.ts'
import { UsageError } from '../../errors/problem.ts'
import { readBaseUrl } from '../verify/address/base-url.ts'
import { recordedBasePaths, recordedServerUrls } from './base-path.ts'

/** Maximum number of origins to list in a message. */
const MOST_ORIGINS = 5

/** Finds the base URLs below which a recording has a document's traffic. */
export interface RecordingBases {
  /**
   * Returns the base URL given by the user. Without one, returns the URLs of the document's servers whose
   * origins occur in the recording or, if there are none, the servers' paths and the root.
   */
  of(document: DocumentObject): readonly string[]
  /** Creates the error for a recording that has no requests below these base URLs. */
  nothingBelow(bases: readonly string[]): UsageError
}

/** @param baseUrl base URL given by the user; empty if there is none. */
export function trafficBases(
  exchanges: Iterable<Recorded>,
  { command, baseUrl }: { readonly command: string; readonly baseUrl: string },
): RecordingBases {
  const origins = new Set<string>()
  let count = 0
  for (const { request } of exchanges) {
    origins.add(new URL(request.url).origin)
    count++
  }
  return {
    of(document) {
      if (baseUrl !== '') return [readBaseUrl(baseUrl)]
      const named = recordedServerUrls(document).filter((url) => /^https?:/i.test(url) && URL.canParse(url))
      const met = named.filter((url) => origins.has(new URL(url).origin))
      return met.length > 0 ? met : [...recordedBasePaths(document), '']
    },
    nothingBelow(bases) {
      const where = bases.filter((base) => base !== '').join(', ') || "the document's paths"
      return new UsageError(
        count === 0
          ? 'The archive contains no responses.'
          : `The recorded requests (${count}) went to ${[...origins].slice(0, MOST_ORIGINS).join(', ')}${origins.size > MOST_ORIGINS ? ', …' : ''}, not to ${where}. Fix: ${baseUrl === '' ? 'specify' : 'correct'} the base URL: concordat ${command} BASE_URL --har FILE.`,
      )
    },
  }
}
