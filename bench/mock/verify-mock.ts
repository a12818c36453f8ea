import {
  type ContractReport,
  type CredentialSet,
  checks,
  describeReport,
  type ReportDocument,
  runContract,
} from '@concordat/contract'
import { createMock } from '@concordat/mock'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { responseExamples } from '../../generator/model/examples/response-examples.ts'
import { readDocument } from '../../generator/pipeline/read-document.ts'

/** URL at which no server listens, because requests go directly to the mock. */
const BASE_URL = 'http://mock.invalid'
/** Time after which a request has certainly hung. */
const MOST_MS = 300_000
const KEYS = { 'main:key': 'main', 'other:key': 'other' }

/** Kinds of reasons given by rules that called the mock but found nothing to compare in its responses. */
const NOTHING_TO_COMPARE: ReadonlySet<string> = new Set([
  'nothing compared',
  'nothing shown by both',
  'nothing shown of it',
  'no member names it',
  'no edge value',
  'found again',
  'answers vary',
  'unchecked anyhow',
])

/** A run of the rules against one document's mock. */
export interface MockRun {
  readonly report: ContractReport
  readonly described: ReportDocument
  /**
   * Number of operation-rule pairs in the plan; `run` counts those that were run, even if there was nothing
   * to compare.
   */
  readonly pairs: number
  readonly run: number
  /** The mock's complaints about its own responses, each listed once. */
  readonly complaints: readonly string[]
}

export interface MockRunOptions {
  readonly document: string
  readonly root?: string
  /** Requests for each operation. */
  readonly budget?: number
  readonly signal?: AbortSignal
}

/** Creates a document's mock in this process, and checks it against every rule as two tenants. */
export async function verifyMock({ document, root, budget, signal }: MockRunOptions): Promise<MockRun> {
  const { model } = await readDocument({ document, overlays: [], ...(root !== undefined && { root }) })
  const { descriptor } = model
  const complaints = new Set<string>()
  const mock = createMock(descriptor, {
    examples: responseExamples(model),
    keys: KEYS,
    onError: (error) =>
      complaints.add(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  })
  const [main, other] = Object.keys(KEYS)
  const report = await runContract({
    document: descriptor,
    target: {
      baseUrl: BASE_URL,
      credentials: credentialsWith(descriptor, main),
      otherCredentials: credentialsWith(descriptor, other),
      makeCredential: async (_scheme, scopes) => `${main}~${scopes.join(' ')}`,
      fetch: mock,
      // Several runs can share this process, and each waits for the others.
      timeoutMs: MOST_MS,
      // Everything that the mock stores was created for this run.
      disposable: true,
      changeExisting: true,
      allow: descriptor.operations.map(({ operationId }) => operationId),
    },
    ...{ budget, signal },
  })
  const results = report.results.filter(
    ({ outcome }) => outcome.status !== 'not-run' || NOTHING_TO_COMPARE.has(outcome.why.kind),
  )
  return {
    report,
    described: describeReport({ report, document: descriptor, checks }),
    pairs: report.results.length,
    run: results.length,
    complaints: [...complaints],
  }
}

function credentialsWith({ securitySchemes }: DocumentDescriptor, key = ''): CredentialSet {
  return Object.fromEntries(Object.keys(securitySchemes).map((scheme) => [scheme, key]))
}
