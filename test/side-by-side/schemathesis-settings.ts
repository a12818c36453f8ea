import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentObject } from '../../generator/document/document.ts'
import { load } from '../../generator/load/load.ts'
import type { Call } from '../mutants/exchange.ts'
import type { Subject } from '../mutants/subject.ts'

/** A document in the form that other tools accept: one file, with overlays applied. */
export interface Api {
  readonly document: DocumentObject
}

/** Loads a document for other tools. */
export async function loadApi(document: string, overlays: readonly string[]): Promise<Api> {
  return await load({ document, overlays })
}

interface Files {
  readonly config: string
  readonly document: string
}

/** Names of the two callers: the second one must not have access to the first one's items. */
const OWNER = 'owner'
const STRANGER = 'stranger'

/**
 * Writes the settings that Schemathesis needs: the document, both keys, so that it can look for one caller's
 * items that the other can access, and the ids that lead to items it cannot create.
 */
export function writeSettings(folder: string, { api, subject }: { api: Api; subject: Subject }): Files {
  const document = join(folder, 'openapi.json')
  writeFileSync(document, JSON.stringify(api.document))
  const authentication = join(folder, 'authentication.json')
  const { asOwner, asStranger } = subject.world
  const auth = [
    { name: OWNER, fixedHeaders: headersOf(asOwner) },
    { name: STRANGER, fixedHeaders: headersOf(asStranger) },
  ]
  writeFileSync(authentication, JSON.stringify({ auth }))
  const config = join(folder, 'schemathesis.toml')
  const parameters = Object.entries(subject.given ?? {}).filter(([name]) => isPathParameter(api, name))
  const lines = [
    '[auth.wfc]',
    `path = ${JSON.stringify(authentication)}`,
    `peers = ${JSON.stringify([OWNER, STRANGER])}`,
    ...(parameters.length > 0 ? ['[parameters]'] : []),
    ...parameters.map(([name, value]) => `${JSON.stringify(`path.${name}`)} = ${JSON.stringify(value)}`),
  ]
  writeFileSync(config, `${lines.join('\n')}\n`)
  return { config, document }
}

function isPathParameter({ document: { paths } }: Api, name: string): boolean {
  return Object.keys(Object(paths)).some((path) => path.includes(`{${name}}`))
}

/** Returns the headers that identify a caller. */
function headersOf(as: (call: Call) => Call): { name: string; value: string }[] {
  const call: Call = {
    method: 'GET',
    path: '/',
    query: new URLSearchParams(),
    headers: {},
    body: Buffer.alloc(0),
    neighbours: [],
    parameters: {},
  }
  return Object.entries(as(call).headers).map(([name, value]) => ({ name, value }))
}
