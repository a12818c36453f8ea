import * as fc from 'fast-check'
import { isCrash } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { CheckContext } from '../../check.ts'

/** Maximum number of attempts to find a smaller request than the first that fails. */
const MAX_SHRINKS = 80

export interface GeneratedSearch {
  readonly arbitrary: fc.Arbitrary<RequestPlan>
  /** Number of requests before any is shrunk. */
  readonly runs: number
  /** Sends a request, each one only once. @returns the problems of its answer. */
  readonly attempt: (request: RequestPlan) => Promise<readonly Finding[]>
}

/**
 * Sends random requests and, if some fail, shrinks the first of them.
 * @returns The findings of the smallest.
 */
export async function searchForFault(
  context: CheckContext,
  { arbitrary, runs, attempt }: GeneratedSearch,
): Promise<readonly Finding[]> {
  const seed = Math.floor(context.random.next() * 2 ** 31)
  const requests = fc.sample(arbitrary, { seed, numRuns: runs })
  const known = new Map<string, Promise<readonly Finding[]>>()
  const once = (request: RequestPlan): Promise<readonly Finding[]> => {
    const key = JSON.stringify([request.query, request.body?.value])
    const findings = known.get(key) ?? attempt(request)
    known.set(key, findings)
    return findings
  }
  const found = await context.together(requests, once)
  for (const [index, findings] of found.entries()) {
    const request = requests[index]
    if (findings.length === 0 || request === undefined) continue
    // Concurrent requests may race: a crash counts only if it also occurs alone.
    const mayBeRace = findings.every(
      ({ exchange: { response } }) => response !== undefined && isCrash(response),
    )
    const alone = mayBeRace ? await attempt(request) : findings
    if (alone.length === 0) continue
    const isOver = (): boolean => context.budget.isUsed
    return shrink({ arbitrary, seed, path: String(index), findings: alone, attempt: once, isOver })
  }
  return []
}

/** Goes from a failing request to smaller ones that fail. */
async function shrink({
  arbitrary,
  seed,
  path,
  findings,
  attempt,
  isOver,
}: Pick<GeneratedSearch, 'arbitrary' | 'attempt'> & {
  readonly seed: number
  /** fast-check's path to the request from the seed. */
  readonly path: string
  readonly findings: readonly Finding[]
  /** True once the operation has used its requests. */
  readonly isOver: () => boolean
}): Promise<readonly Finding[]> {
  let smallest: readonly Finding[] = []
  let shrinks = 0
  let ended: { readonly reason: unknown } | undefined
  const property = fc.asyncProperty(arbitrary, async (request) => {
    // Out of attempts: a request that is not sent counts as passed, so the smallest failing one is kept.
    if (ended !== undefined || shrinks > MAX_SHRINKS || (shrinks > 0 && isOver())) return
    const isFirst = shrinks++ === 0
    const now = isFirst
      ? findings
      : await attempt(request).catch((reason: unknown) => {
          // Not a fault of this request: a smaller one would have the same result.
          ended = { reason }
          return []
        })
    if (now.length === 0) return
    smallest = now
    throw new Error('The request shows a finding.')
  })
  await fc.check(property, { seed, path, numRuns: 1 })
  if (ended !== undefined) throw (ended as { readonly reason: unknown }).reason
  return smallest
}
