import { existsSync } from 'node:fs'
import { TargetError } from '@concordat/contract'
import { askServer, type HttpConnection, HungUp, Refused } from '@concordat/contract/access'
import { mayRefuseFor } from '@concordat/runtime/http'
import { usualConfigFile } from '../../../configuration/usual-file.ts'
import { UsageError } from '../../../errors/problem.ts'
import { CONFIG_FILE } from '../../../options/config-file.ts'
import type { Given } from '../../../options/options.ts'
import type { AskAround, LookAround } from './ask-around.ts'
import { findServedDocument, type ServedDocument } from './served-document.ts'

/**
 * Finds the document that the server serves, if neither the command line nor the configuration specifies one.
 * @throws {UsageError} if the server does not respond, or no document is found.
 */
export async function findDocumentOfServer(
  baseUrl: string,
  {
    given,
    connection,
    look,
  }: { readonly given: Given; readonly connection: HttpConnection; readonly look: LookAround },
): Promise<ServedDocument | undefined> {
  if (given.document !== undefined || given.config !== undefined || existsSync(usualConfigFile()))
    return undefined
  const hungUp = await expectServer(baseUrl, connection)
  const refused: string[] = []
  let isAnswered = false
  const ask: AskAround = async (url, accept) => {
    const glance = await look.ask(url, accept)
    isAnswered ||= glance !== undefined
    if (glance !== undefined && mayRefuseFor(glance.status, 'caller')) refused.push(glance.url)
    return glance
  }
  const served = await findServedDocument(baseUrl, ask)
  if (served !== undefined) return served
  if (hungUp !== undefined && !isAnswered) throw new UsageError(hungUp.message)
  if (look.endedBy !== undefined)
    throw new UsageError(
      `${look.endedBy} ended the search for an OpenAPI document at ${baseUrl}.${lateLine(look, connection)} Fix: specify the document with --document, or raise ${look.endedBy}.`,
    )
  throw new UsageError(
    `There is no "${CONFIG_FILE}", and ${baseUrl} serves no OpenAPI document at the usual paths (/openapi.json, /v3/api-docs, /swagger.json, … and the links on its pages).${lateLine(look, connection)}${refusedLine(refused)} Fix: specify the document with --document, as a file or an address.`,
  )
}

/** Hint that a document generated on request may have timed out. */
function lateLine({ late }: LookAround, { timeoutMs }: HttpConnection): string {
  const [first] = late
  if (first === undefined) return ''
  const others = late.length === 1 ? '' : ` and ${late.length - 1} more`
  return ` ${first}${others} did not respond within ${timeoutMs / 1000} s. Try again, or allow more time with --timeout, and with --max-time if you set it.`
}

/**
 * Hint that reading the document may require a credential, because the server rejected requests of the
 * search, possibly for lack of one.
 */
function refusedLine([first, ...rest]: readonly string[]): string {
  if (first === undefined) return ''
  const others = rest.length === 0 ? '' : ` and ${rest.length} more`
  return ` ${first}${others} may need a credential. Provide one with --document-header "NAME: VALUE".`
}

/**
 * Throws an error if no server responds. The error states the reason, which the search for a document does
 * not show.
 * @returns the failure if a server closed the connection, because it may respond to other requests.
 */
async function expectServer(baseUrl: string, connection: HttpConnection): Promise<HungUp | undefined> {
  try {
    await askServer({ purpose: 'The search for a document', url: baseUrl, method: 'GET' }, connection)
  } catch (error) {
    if (error instanceof HungUp) return error
    if (error instanceof Refused) return undefined
    throw error instanceof TargetError ? new UsageError(error.message) : error
  }
  return undefined
}

/**
 * Line that reports the document that was found.
 * @param sha256 hexadecimal digest of the bytes that were read. Its first characters distinguish versions.
 */
export function foundDocumentLine({ found, title, version }: ServedDocument, sha256: string): string {
  const what = [title === undefined ? '' : `"${title}"`, version ?? '']
    .filter((text) => text !== '')
    .join(' ')
  return `Document: ${found}${what === '' ? '' : `, ${what}`}, SHA-256 ${sha256.slice(0, 12)}….`
}
