import { type Finding, runContract, type Target } from '@concordat/contract'
import { behaviourOf, type Fault } from './fault.ts'
import { startProxy } from './proxy.ts'
import type { CorrectService, Subject } from './subject.ts'

/**
 * Thrown if a fault's own code fails. This is a defect of the fault, which the suite could not have found.
 */
export class FaultError extends Error {
  override readonly name = 'FaultError'
}

/** One run of the suite through the proxy. */
export interface Run {
  readonly findings: readonly Finding[]
  readonly requests: number
  readonly milliseconds: number
  /** Number of exchanges that the fault changed. */
  readonly changed: number
  /** operationIds to which the correct service responds with 501; known only without a fault. */
  readonly notImplemented: ReadonlySet<string>
}

export interface RunOptions {
  readonly seed: string
  /** Maximum requests per operation. Default: as in any run. */
  readonly budget?: number
  /** Absent: the correct service. */
  readonly fault?: Fault
}

/**
 * Runs the suite on its own subject: on all operations without a fault, otherwise on the operations of the
 * resources that the fault touches.
 * @throws TargetError if the suite cannot use the server at all.
 * @throws FaultError if the fault itself fails.
 */
export async function runSuite(service: CorrectService, { seed, budget, fault }: RunOptions): Promise<Run> {
  const subject = await service.makeSubject()
  const { documents, operations, spelling, url: upstream } = service
  const behaviour = fault && behaviourOf(fault, subject.world)
  const proxy = await startProxy({
    ...{ upstream, operations },
    ...(spelling && { spelling }),
    ...(behaviour && { behaviour }),
  })
  try {
    const report = await runContract({
      ...documents,
      seed,
      ...(budget !== undefined && { budget }),
      target: targetOf(subject, proxy.url),
      ...(fault && { select: { operations: operationsAround(service, fault) } }),
    })
    const [problem] = proxy.problems()
    if (problem !== undefined) throw new FaultError(`The fault "${fault?.id}" itself fails: ${problem}`)
    for (const { outcome } of report.results) if (outcome.status === 'defect') throw new Error(outcome.stack)
    return {
      findings: report.results.flatMap(({ outcome }) =>
        outcome.status === 'failed' ? outcome.findings : [],
      ),
      requests: report.requests,
      milliseconds: report.milliseconds,
      changed: proxy.changed(),
      notImplemented: proxy.notImplemented(),
    }
  } finally {
    await proxy.close()
  }
}

/**
 * Returns a target with everything that the suite can use, so that no rule is skipped because a key is
 * missing.
 */
export function targetOf(subject: Subject, baseUrl: string): Target {
  const { credentials, strangerCredentials, readOnlyCredentials, makeScopedCredentials } = subject
  const { pathParameters = {}, expendable } = subject
  return {
    baseUrl,
    disposable: true,
    credentials,
    otherCredentials: strangerCredentials,
    pathParameters,
    ...(expendable && { expendable }),
    ...(readOnlyCredentials && { readerCredentials: readOnlyCredentials }),
    ...(makeScopedCredentials && {
      makeCredential: async (scheme: string, scopes: readonly string[]) =>
        (await makeScopedCredentials(scopes))[scheme] ?? '',
    }),
  }
}

/**
 * Returns the operations of every resource that the fault touches, because a wrong deletion might be noticed
 * only when the item is created.
 */
export function operationsAround(
  { documents }: CorrectService,
  { operations, watches = [] }: Fault,
): string[] {
  const touched = new Set([...operations, ...watches])
  const named = documents.document.operations.filter(({ operationId }) => touched.has(operationId))
  const resources = new Set(named.map(({ resource }) => resource?.name))
  return documents.document.operations
    .filter(({ operationId, resource }) =>
      resource === undefined ? touched.has(operationId) : resources.has(resource.name),
    )
    .map(({ operationId }) => operationId)
}

/** Returns a key that identifies a finding across runs, whose values differ with the seed. */
export function keyOf({ rule, operationId, clause }: Finding): string {
  return `${rule} ${operationId} ${clause}`
}
