import type { Finding } from './finding.ts'
import type { Reason } from './kinds/reason.ts'
import { reasonWords } from './kinds/reason-words.ts'

/** A check could not be run. The message continues "not run, because". */
export class NotRun extends Error {
  override readonly name: string = 'NotRun'
  readonly reason: Reason

  /** @param reason A sentence if the suite has no kind for it, as in a user's own rule. */
  constructor(reason: Reason | string) {
    const known: Reason = typeof reason === 'string' ? { kind: 'said', words: reason } : reason
    super(reasonWords(known))
    this.reason = known
  }
}

/** The run may send nothing more, which is why none of the remaining checks run. */
export class RunEnded extends NotRun {}

/** The result of work, or why it failed: a value, for callers that continue without it. */
export async function resultOrNotRun<Result>(work: () => Result | Promise<Result>): Promise<Result | NotRun> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NotRun) return error
    throw error
  }
}

/** The result of work, or `undefined` if it could not be done. */
export async function resultIfRun<Result>(work: () => Result | Promise<Result>): Promise<Result | undefined> {
  const result = await resultOrNotRun(work)
  return result instanceof NotRun ? undefined : result
}

/** `resultIfRun` for work that needs a run that has not ended. @throws RunEnded if it has. */
export async function resultIfGoing<Result>(
  work: () => Result | Promise<Result>,
): Promise<Result | undefined> {
  const result = await resultOrNotRun(work)
  if (result instanceof RunEnded) throw result
  return result instanceof NotRun ? undefined : result
}

/** The faults that a comparison found, none if all is right; or why nothing could be compared. */
export type Verdict<Fault = Finding> = readonly Fault[] | NotRun

/**
 * One verdict from several: nothing was compared only if none of them compared anything. Then the first
 * reason is given.
 */
export function allVerdicts<Fault>(verdicts: readonly Verdict<Fault>[]): Verdict<Fault> {
  const compared = verdicts.flatMap((verdict) => (verdict instanceof NotRun ? [] : [verdict]))
  const [first = nothingCompared()] = verdicts
  return compared.length === 0 ? first : compared.flat()
}

/** Runs parts one after the other until one has faults: later parts would only show the same again. */
export async function verdictUntilFaulty<Fault>(
  parts: readonly (() => Verdict<Fault> | Promise<Verdict<Fault>>)[],
): Promise<Verdict<Fault>> {
  const verdicts: Verdict<Fault>[] = []
  for (const part of parts) {
    const verdict = await part()
    verdicts.push(verdict)
    if (!isCleanVerdict(verdict)) break
  }
  return allVerdicts(verdicts)
}

/** The answers lack the part to compare, such as an optional header. */
export function nothingCompared(): NotRun {
  return new NotRun({ kind: 'nothing compared' })
}

/**
 * The verdict of one part of a family of rules; "nothing compared" if none of the part's rules is selected.
 */
export function verdictIfAsked<Fault>(isAsked: boolean, verdict: Verdict<Fault>): Verdict<Fault> {
  return isAsked || !isCleanVerdict(verdict) ? verdict : nothingCompared()
}

/** True if nothing was found, even if nothing was compared. */
export function isCleanVerdict(verdict: Verdict<unknown>): boolean {
  return verdict instanceof NotRun || verdict.length === 0
}
