import { ItemError, SerializationError } from '@concordat/runtime/http'
import type { Finding } from './finding.ts'
import type { Reason } from './kinds/reason.ts'
import { reasonWords } from './kinds/reason-words.ts'

/**
 * Thrown or returned by a rule that could not compare anything. The message continues "not run, because".
 * `Missing` is the same for the items and values that a rule asks for.
 */
export class NotRun extends Error {
  override readonly name: string = 'NotRun'
  readonly reason: Reason

  /** @param reason A sentence if the suite has no kind for the reason, as in a user's own rule. */
  constructor(reason: Reason | string) {
    const known: Reason = typeof reason === 'string' ? { kind: 'said', words: reason } : reason
    super(reasonWords(known))
    this.reason = known
  }
}

/** Thrown if the run is not allowed to send anything more. None of the remaining checks run then. */
export class RunEnded extends NotRun {}

/**
 * Writes a part of a request.
 * @throws NotRun for a value that the part cannot contain, such as an empty object in a required parameter.
 */
export function writtenIfSendable<Written>(write: () => Written): Written {
  try {
    return write()
  } catch (error) {
    if (error instanceof SerializationError || error instanceof ItemError)
      throw new NotRun({ kind: 'unsendable', why: error.message })
    throw error
  }
}

/** Returns the result of work or, for callers that can continue without it, the reason why it failed. */
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

/** Like `resultIfRun`, but does not hide the end of the run. @throws RunEnded if the run has ended. */
export async function resultIfGoing<Result>(
  work: () => Result | Promise<Result>,
): Promise<Result | undefined> {
  const result = await resultOrNotRun(work)
  if (result instanceof RunEnded) throw result
  return result instanceof NotRun ? undefined : result
}

/**
 * The faults that a comparison found (an empty list if everything is right), or the reason why nothing could
 * be compared.
 */
export type Verdict<Fault = Finding> = readonly Fault[] | NotRun

/**
 * Combines several verdicts into one with all their faults. If none of them compared anything, returns the
 * first verdict, which contains the reason.
 */
export function allVerdicts<Fault>(verdicts: readonly Verdict<Fault>[]): Verdict<Fault> {
  const compared = verdicts.flatMap((verdict) => (verdict instanceof NotRun ? [] : [verdict]))
  const [first = nothingCompared()] = verdicts
  return compared.length === 0 ? first : compared.flat()
}

/**
 * Runs parts one after another until one has faults, because later parts would only show the same faults
 * again.
 */
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

/**
 * Runs parts in turns while requests are left, so that no part takes the requests of the others. In each
 * turn, a part runs until it yields a verdict. It ends at its first fault.
 * @returns The verdict on each part that had a turn.
 */
export async function verdictsInTurns<Fault>(
  parts: readonly AsyncGenerator<Verdict<Fault>>[],
  mayGoOn: () => boolean,
): Promise<ReadonlyMap<AsyncGenerator<Verdict<Fault>>, Verdict<Fault>>> {
  const told = new Map<AsyncGenerator<Verdict<Fault>>, Verdict<Fault>>()
  const going = new Set(parts)
  while (going.size > 0 && mayGoOn())
    for (const part of going) {
      if (!mayGoOn()) break
      const before = told.get(part)
      const { done, value } = await part.next()
      if (done === true || !isCleanVerdict(value)) going.delete(part)
      if (done !== true) told.set(part, before === undefined ? value : allVerdicts([before, value]))
    }
  return told
}

/** The verdict for responses that lack the part to compare, such as an optional header. */
export function nothingCompared(): NotRun {
  return new NotRun({ kind: 'nothing compared' })
}

/**
 * The verdict on one part of a rule family; "nothing compared" if it is clean and none of the part's rules is
 * selected.
 */
export function verdictIfAsked<Fault>(isAsked: boolean, verdict: Verdict<Fault>): Verdict<Fault> {
  return isAsked || !isCleanVerdict(verdict) ? verdict : nothingCompared()
}

/** True if no faults were found, even if nothing was compared. */
export function isCleanVerdict(verdict: Verdict<unknown>): boolean {
  return verdict instanceof NotRun || verdict.length === 0
}
