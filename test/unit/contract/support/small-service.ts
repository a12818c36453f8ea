import { type CheckResult, runContract, type Target } from '@concordat/contract'
import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'

/** Returns a document with only these operations; `parts` adds everything else that a case needs. */
export function documentOf(
  operations: readonly Omit<OperationDescriptor, 'pointer' | 'tag'>[],
  parts: Partial<DocumentDescriptor> = {},
): DocumentDescriptor {
  return {
    title: 'Small',
    version: '1.0.0',
    operations: operations.map((operation) => ({
      ...operation,
      tag: 'small',
      pointer: `#/paths/${operation.path.replaceAll('/', '~1')}/${operation.method.toLowerCase()}`,
    })),
    resources: [],
    securitySchemes: {},
    definitions: {},
    ...parts,
  }
}

/**
 * Returns the rules' outcomes for a function that acts as the service, or for a service at a base URL: "rule
 * operationId: passed", its findings, or the reason why it was not run.
 */
export async function outcomes(
  document: DocumentDescriptor,
  {
    answer,
    rules,
    ...target
  }: Partial<Target> & {
    readonly answer?: (request: Request, text: string) => Response | Promise<Response>
    readonly rules: readonly string[]
  },
): Promise<string[]> {
  const { results } = await runContract({
    document,
    select: { rules },
    target: {
      baseUrl: 'http://small.test',
      disposable: true,
      ...(answer && { fetch: async (request) => answer(request, await request.clone().text()) }),
      ...target,
    },
  })
  return results.flatMap(describe)
}

function describe({ rule, operationId, outcome }: CheckResult): string[] {
  const title = `${rule} ${operationId}:`
  if (outcome.status === 'passed') return [`${title} passed`]
  if (outcome.status === 'not-run') return [`${title} not run, because ${outcome.reason}`]
  if (outcome.status === 'defect') return [`${title} ${outcome.stack}`]
  return outcome.findings.map(({ expected, received }) => `${title} ${expected} | ${received}`)
}
