import { type CredentialSet, runContract } from '@concordat/contract'
import { type Recorded, recordedExchange } from '@concordat/contract/passive'
import { createMock } from '@concordat/mock'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { ArchiveFiles } from '../../generator/commands/traffic/archives.ts'
import { responseExamples } from '../../generator/model/examples/response-examples.ts'
import { readDocument } from '../../generator/pipeline/read-document.ts'

/** URL at which no server listens, because requests go directly to the mock. */
export const BASE_URL = 'http://mock.invalid'
const KEYS = { 'main:key': 'main', 'other:key': 'other' }
/** Rules whose requests cause all kinds of responses: successes, lists, rejections. */
const RULES = ['conformance', 'lifecycle', 'list-protocol', 'authentication', 'unknown-id', 'negative']

/** A document in one file, and the responses of a server that conforms to it. */
export interface Recording {
  /** The bundled document. */
  readonly document: Readonly<Record<string, unknown>>
  readonly exchanges: readonly Recorded[]
}

/** Records how a document's mock responds to the suite's requests. */
export async function recordMock(
  file: string,
  { root, budget }: { readonly root?: string; readonly budget: number },
): Promise<Recording> {
  const { model } = await readDocument({ document: file, overlays: [], ...(root !== undefined && { root }) })
  const { descriptor } = model
  const mock = createMock(descriptor, { examples: responseExamples(model), keys: KEYS })
  const [main, other] = Object.keys(KEYS)
  const exchanges: Recorded[] = []
  await runContract({
    document: descriptor,
    target: {
      baseUrl: BASE_URL,
      credentials: credentialsWith(descriptor, main),
      otherCredentials: credentialsWith(descriptor, other),
      fetch: mock,
      disposable: true,
      changeExisting: true,
      allow: descriptor.operations.map(({ operationId }) => operationId),
    },
    select: { rules: RULES },
    budget,
    onRecord(exchange) {
      const recorded = recordedExchange(exchange)
      if (recorded !== undefined) exchanges.push(recorded)
    },
  })
  return { document: model.document as unknown as Recording['document'], exchanges }
}

/** Reads a recording of a running server, as if its requests had been sent to the mock's URL. */
export async function readRecording(
  file: string,
  { document: name, root }: { readonly document: string; readonly root?: string },
): Promise<Recording> {
  const { model } = await readDocument({ document: name, overlays: [], ...(root !== undefined && { root }) })
  const exchanges = [...new ArchiveFiles([file])].map((exchange) => {
    const { pathname, search } = new URL(exchange.request.url)
    return { ...exchange, request: { ...exchange.request, url: BASE_URL + pathname + search } }
  })
  return { document: model.document as unknown as Recording['document'], exchanges }
}

function credentialsWith({ securitySchemes }: DocumentDescriptor, key = ''): CredentialSet {
  return Object.fromEntries(Object.keys(securitySchemes).map((name) => [name, key]))
}
