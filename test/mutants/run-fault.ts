import { type Finding, runContract, type Target } from '@concordat/contract'
import { behaviourOf, type Fault } from './fault.ts'
import { startProxy } from './proxy.ts'
import type { CorrectService, Subject } from './subject.ts'

/** A fault's own code has thrown: a defect of the fault, and nothing that the suite could have found. */
export class FaultError extends Error {
  override readonly name = 'FaultError'
}

/** One run of the suite through the proxy. */
export interface Run {
  readonly findings: readonly Finding[]
  readonly requests: number
  readonly milliseconds: number
  /** Exchanges that the fault changed. */
  readonly changed: number
  /** operationIds to which the correct service answers 501: known without a fault only. */
  readonly notImplemented: ReadonlySet<string>
}

export interface RunOptions {
  readonly seed: string
  /** Requests for each operation; default: that of any run. */
  readonly budget?: number
  /** Absent: the correct service. */
  readonly fault?: Fault
}

/**
 * Runs the suite on a subject of its own: on all operations without a fault, else on those of the
 * resources that the fault touches.
 * @throws TargetError when the suite cannot make use of the server at all.
 * @throws FaultError when the fault itself fails.
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

/** All that the suite can make use of, so that no rule is left out for want of a key. */
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
 * The operations of every resource that the fault touches: a wrong deletion may
 * show where the item is created.
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

/** Key of a finding that is the same in another run, whose values differ with the seed. */
export function keyOf({ rule, operationId, clause }: Finding): string {
  return `${rule} ${operationId} ${clause}`
}
