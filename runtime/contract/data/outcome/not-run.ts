import type { Finding } from './finding.ts'
import type { Reason } from './kinds/reason.ts'
import { reasonWords } from './kinds/reason-words.ts'

/** A check could not be run. The message goes on from "not run, because". */
export class NotRun extends Error {
  override readonly name: string = 'NotRun'
  readonly reason: Reason

  /** @param reason A sentence where the kinds of the suite have none for it: of a user's own rule. */
  constructor(reason: Reason | string) {
    const known: Reason = typeof reason === 'string' ? { kind: 'said', words: reason } : reason
    super(reasonWords(known))
    this.reason = known
  }
}

/** The run may send nothing more: whatever was to come is not run for this one reason. */
export class RunEnded extends NotRun {}

/** The result of work, or why it could not be done: a value, for those who go on without it. */
export async function orWhyNot<Result>(work: () => Result | Promise<Result>): Promise<Result | NotRun> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NotRun) return error
    throw error
  }
}

/** The result of work, or nothing where it could not be done. */
export async function ifRun<Result>(work: () => Result | Promise<Result>): Promise<Result | undefined> {
  const result = await orWhyNot(work)
  return result instanceof NotRun ? undefined : result
}

/** The same for what a run needs that goes on. @throws RunEnded if it does not. */
export async function ifGoing<Result>(work: () => Result | Promise<Result>): Promise<Result | undefined> {
  const result = await orWhyNot(work)
  if (result instanceof RunEnded) throw result
  return result instanceof NotRun ? undefined : result
}

/** Faults of what was compared, none if all is as it should be; or why nothing could be compared. */
export type Verdict<Fault = Finding> = readonly Fault[] | NotRun

/**
 * One verdict of several: nothing was compared only if none of them compared anything. The first reason
 * counts.
 */
export function allOf<Fault>(verdicts: readonly Verdict<Fault>[]): Verdict<Fault> {
  const compared = verdicts.flatMap((verdict) => (verdict instanceof NotRun ? [] : [verdict]))
  const [first = nothing()] = verdicts
  return compared.length === 0 ? first : compared.flat()
}

/** Parts one after the other, until one has faults: those behind it would only show the same again. */
export async function untilFaulty<Fault>(
  parts: readonly (() => Verdict<Fault> | Promise<Verdict<Fault>>)[],
): Promise<Verdict<Fault>> {
  const verdicts: Verdict<Fault>[] = []
  for (const part of parts) {
    const verdict = await part()
    verdicts.push(verdict)
    if (!isClean(verdict)) break
  }
  return allOf(verdicts)
}

/** The answers have no part to compare, such as a header that is optional. */
export function nothing(): NotRun {
  return new NotRun({ kind: 'nothing compared' })
}

/** The verdict of a part of a family; for who asks for none of its rules it compared nothing. */
export function ifAsked<Fault>(isAsked: boolean, verdict: Verdict<Fault>): Verdict<Fault> {
  return isAsked || !isClean(verdict) ? verdict : nothing()
}

/** True if nothing was found: also where nothing was compared. */
export function isClean(verdict: Verdict<unknown>): boolean {
  return verdict instanceof NotRun || verdict.length === 0
}
