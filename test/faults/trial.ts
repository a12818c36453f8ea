import { readFileSync } from 'node:fs'
import { type Finding, runContract, TargetError } from '@concordat/contract'
import { parse } from 'yaml'
import { readDocument } from '../../generator/pipeline/read-document.ts'
import type { RealFault, ServiceName } from './fault.ts'
import { documentOf, services, startService } from './service.ts'

/** One run of the suite on a service that was started for it. */
export interface Trial {
  readonly findings: readonly Finding[]
  readonly requests: number
  /** operationIds that were never answered with 2xx. */
  readonly unreached: readonly string[]
  /** Why the run ended early, or did not begin. */
  readonly ended?: string
}

export interface TrialOptions {
  readonly seed: string
  /** Seconds that the run may take. */
  readonly seconds: number
  /** Tags of the operations to test; absent: all. */
  readonly tags?: readonly string[]
  /** Absent: the service is correct. */
  readonly fault?: string
}

/** What a document's operations are tagged with. */
interface Tagged {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly tags?: string[]; readonly operationId?: string }>>>
  >
}

/** @returns for each tag the operationIds that have it. */
export function operationsByTag(name: ServiceName): ReadonlyMap<string, readonly string[]> {
  const { paths } = parse(readFileSync(documentOf(name), 'utf8')) as Tagged
  const byTag = new Map<string, string[]>()
  for (const { tags = [], operationId } of Object.values(paths).flatMap((item) => Object.values(item)))
    for (const tag of tags) byTag.set(tag, [...(byTag.get(tag) ?? []), ...(operationId ? [operationId] : [])])
  return byTag
}

/** Runs the suite, told no more than a user would tell it: two keys, and which tenants they are for. */
export async function tryService(name: ServiceName, options: TrialOptions): Promise<Trial> {
  const { seed, seconds, tags, fault } = options
  const { scheme, key, otherKey, pathParameters, otherPathParameters } = services[name]
  const { model } = await readDocument({ document: documentOf(name), overlays: [] })
  const byTag = operationsByTag(name)
  const unreached = new Set(tags?.flatMap((tag) => byTag.get(tag) ?? []) ?? [...byTag.values()].flat())
  const service = await startService(name, fault)
  try {
    const report = await runContract({
      ...{ document: model.descriptor, base: model.base, decided: model.decided, seed },
      target: {
        ...{ baseUrl: service.url, disposable: true },
        credentials: { [scheme]: key },
        otherCredentials: { [scheme]: otherKey },
        ...(pathParameters && { pathParameters }),
        ...(otherPathParameters && { otherPathParameters }),
      },
      ...(tags && { select: { operations: [...unreached] } }),
      onExchange: ({ operation, method = operation.method }, { status }) => {
        if (method === operation.method && status >= 200 && status < 300)
          unreached.delete(operation.operationId)
      },
      signal: AbortSignal.timeout(seconds * 1000),
    })
    const findings = report.results.flatMap(({ outcome }) =>
      outcome.status === 'failed' ? outcome.findings : [],
    )
    const { requests, ended } = report
    return { findings, requests, unreached: [...unreached], ...(ended && { ended }) }
  } catch (error) {
    if (!(error instanceof TargetError)) throw error
    return { findings: [], requests: 0, unreached: [...unreached], ended: error.message }
  } finally {
    await service.stop()
  }
}

/** What makes a finding the same in another run: values in it differ. */
export function keyOf({ rule, operationId, clause }: Finding): string {
  return `${rule} ${operationId} ${clause}`
}

/** What became of one fault. */
export interface Verdict {
  readonly fault: RealFault
  /** Findings that the correct service does not get from the same run. */
  readonly fresh: readonly Finding[]
  readonly requests: number
  readonly ended?: string
}

/** Runs the suite on the operations around a fault; what it finds is compared with a run of the correct service by the same seed. */
export async function judge(
  fault: RealFault,
  options: Omit<TrialOptions, 'fault' | 'tags'>,
): Promise<Verdict> {
  const around = { ...options, seed: `${options.seed}/${fault.name}`, tags: fault.tags }
  const faulty = await tryService(fault.service, { ...around, fault: fault.name })
  const correct = faulty.findings.length > 0 ? await tryService(fault.service, around) : faulty
  const known = new Set(correct === faulty ? [] : correct.findings.map(keyOf))
  return {
    fault,
    fresh: faulty.findings.filter((finding) => !known.has(keyOf(finding))),
    requests: faulty.requests,
    ...(faulty.ended && { ended: faulty.ended }),
  }
}
