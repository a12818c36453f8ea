import { isSafe, type OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { acceptedWork, canNameWork } from '../../../data/address/work.ts'
import { documentedResponseFor } from '../../../data/document/response-key.ts'
import { shownProperties } from '../../../data/document/shown.ts'
import { type Answer, isAbsence, isCrash, isSuccess } from '../../../data/exchange/answer.ts'
import type { Assertion } from '../../../data/outcome/assertion.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import {
  allVerdicts,
  NotRun,
  nothingCompared,
  type Verdict,
  verdictIfAsked,
} from '../../../data/outcome/not-run.ts'
import { counts, moments, timeOfText } from '../../../lexicon/lexicon.ts'
import type { Check, CheckContext, KnownViolation } from '../../check.ts'
import { linkToOtherHost } from '../../evidence/addresses.ts'
import { shownFieldText } from '../../evidence/fields.ts'
import { inspectResponse } from '../../response.ts'
import { JobMonitor, monitorPath } from './monitor.ts'
import { rules } from './rules.ts'

/** Maximum number of URLs in the last response that are requested. */
const MOST_RESULTS = 3

/** The progress of accepted work can be observed until it is done. @see RFC 9110, 15.3.3 */
export const jobs: Check = {
  code: 'jobs',
  description:
    'The `Location`, `Operation-Location` or `task_url` of accepted work leads to the job. While the run polls it, for at most two seconds, progress does not fall, no timestamp becomes null, and the result of a finished job exists.',
  assertions: Object.values(rules),
  example: '`POST /exports` returns 202 with `Location: /jobs/7`, but `GET /jobs/7` returns 404.',
  fix: 'Store the job before returning 202, and link to results once they exist.',
  applies: (operation, document) => {
    const { method, responses } = operation
    const mayAccept = (responses['202'] ?? responses['2XX']) !== undefined
    return !isSafe(method) && (mayAccept || canNameWork([...shownProperties(operation, document).keys()]))
  },
  title: () => 'an accepted job can be followed until it is done',
  async run(context, operation) {
    const { answer, created, binding } = await context.call(operation, { expecting: 'success' })
    const { location, isStated } = acceptedWork(answer, { operation, document: context.document }) ?? {}
    if (location === undefined || !URL.canParse(location, answer.exchange.request.url))
      return nothingCompared()
    if (linkToOtherHost(location, answer) !== undefined) return nothingCompared()
    const monitor = new JobMonitor(context, { operation, binding, accepted: answer, location })
    const looks = await monitor.watch()
    const report = (seen: Answer, violation: Pick<KnownViolation, 'breaks' | 'fact'>): Finding =>
      context.finding({
        ...{ operation, answer: seen, beside: [answer] },
        clause: pointerBelow(operation.pointer, 'responses', keyOfAccepted(operation, answer)),
        ...violation,
      })
    const found = looks.filter(isSuccess)
    const absent = looks.find(isAbsence)
    // If the work should have created an item that is now missing, the lifecycle rules report it.
    if (found.length === 0 && isStated && absent !== undefined && created === undefined)
      return [
        report(absent, {
          breaks: rules.found,
          fact: { kind: 'job not found', location: monitorPath(location, answer), status: absent.status },
        }),
      ]
    // Other errors do not show that the job is missing: its caller may not be allowed to read it.
    if (found.length === 0) return notRead(monitor.reader, looks)
    const told = (breaks: Assertion, faults: Verdict<Fault>): Verdict =>
      faults instanceof NotRun ? faults : faults.map(({ seen, fact }) => report(seen, { breaks, fact }))
    return allVerdicts([
      verdictIfAsked(context.asks(rules.found), inspected(context, monitor.reader, found)),
      verdictIfAsked(context.asks(rules.progress), told(rules.progress, falls(found))),
      context.asks(rules.result)
        ? told(rules.result, await missingResults(monitor, found))
        : nothingCompared(),
    ])
  },
}

function keyOfAccepted(operation: OperationDescriptor, { status }: Answer): string {
  return documentedResponseFor(operation, status)?.key ?? String(status)
}

function notRead(reader: OperationDescriptor | undefined, [first]: readonly Answer[]): NotRun {
  return reader === undefined || first === undefined
    ? nothingCompared()
    : new NotRun({ kind: 'answered', operation: reader.operationId, status: first.status })
}

function inspected(
  context: CheckContext,
  reader: OperationDescriptor | undefined,
  found: readonly Answer[],
): readonly Finding[] {
  return reader === undefined ? [] : found.flatMap((answer) => inspectResponse(context, reader, answer))
}

interface Fault {
  readonly seen: Answer
  readonly fact: KnownViolation['fact']
}

/** Findings about progress that decreases and times that become null between one read and the next. */
function falls(found: readonly Answer[]): Verdict<Fault> {
  if (found.length < 2) return nothingCompared()
  return found.slice(1).flatMap((seen, index): readonly Fault[] => {
    const before = found[index]?.value
    const now = seen.value
    if (!isObject(before) || !isObject(now)) return []
    return Object.keys(before).flatMap((member): readonly Fault[] => {
      const [old, value] = [before[member], now[member]]
      const said = { member, before: shownFieldText(old), received: shownFieldText(value) }
      const isFall = typeof old === 'number' && typeof value === 'number' && value < old
      if (isFall && counts.progress.has(member)) return [{ seen, fact: { kind: 'progress falls', ...said } }]
      const isLost = timeOfText(old) !== undefined && value === null && moments.times.has(member)
      return isLost ? [{ seen, fact: { kind: 'set time lost', ...said } }] : []
    })
  })
}

/**
 * URLs on the server's own host that the last read shows, and that do not exist or cause a server error
 * although the work has finished.
 */
async function missingResults(monitor: JobMonitor, found: readonly Answer[]): Promise<Verdict<Fault>> {
  const last = found.at(-1)
  if (last === undefined || !monitor.isAtRest) return nothingCompared()
  const links = linksIn(last.value).filter(({ location }) => linkToOtherHost(location, last) === undefined)
  const others = links.filter(
    ({ location }) => monitorPath(location, last) !== monitorPath(monitor.location, last),
  )
  if (others.length === 0) return nothingCompared()
  const faults: Fault[] = []
  for (const { member, location } of others.slice(0, MOST_RESULTS)) {
    const seen = await monitor.read(location, last)
    // Other errors do not count, because some URLs are for other methods.
    if (isAbsence(seen) || isCrash(seen))
      faults.push({
        seen,
        fact: {
          kind: 'result not found',
          member,
          location: monitorPath(location, last),
          status: seen.status,
        },
      })
  }
  return faults
}

function linksIn(value: unknown): readonly { readonly member: string; readonly location: string }[] {
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([member, text]) =>
    typeof text === 'string' && /^(https?:\/\/|\/)[^\s{}]+$/.test(text) ? [{ member, location: text }] : [],
  )
}
