import { TargetError } from '@concordat/contract'
import { behaviourOf, type Fault } from '../mutants/fault.ts'
import { startProxy } from '../mutants/proxy.ts'
import { FaultError, keyOf, operationsAround, runSuite } from '../mutants/run-fault.ts'
import type { CorrectService } from '../mutants/subject.ts'
import { runSchemathesis, type Schemathesis } from './schemathesis.ts'
import type { Api } from './schemathesis-settings.ts'

/** One run of a tool on a server, which is correct or faulty. */
export interface Trial {
  /** The rule or check, and the operation, of every complaint that the tool made. */
  readonly complaints: ReadonlySet<string>
  readonly requests: number
  readonly seconds: number
  /** The reason why the run says nothing about the fault. */
  readonly unusable?: string
}

export interface TrialOptions {
  /** Determines the values in the requests. */
  readonly seed: string
  /** Determines which operations are tested: those of the resources that the fault touches. */
  readonly fault: Fault
  /** True if the server has the fault; otherwise it is correct. */
  readonly isBroken: boolean
}

/** A tool that tests as the options say, and returns its complaints. */
export type Tester = (options: TrialOptions) => Promise<Trial>

/** Returns the same fault without any effect. */
function healed(fault: Fault): Fault {
  return { ...fault, make: () => (call, send) => send(call) }
}

/** Our suite, in this process. */
export function ourTester(service: CorrectService): Tester {
  return async ({ seed, fault, isBroken }) => {
    try {
      const run = await runSuite(service, { seed, fault: isBroken ? fault : healed(fault) })
      return {
        complaints: new Set(run.findings.map(keyOf)),
        requests: run.requests,
        seconds: run.milliseconds / 1000,
      }
    } catch (error) {
      // A server that cannot be tested at all is reported as such, and the command fails, so nobody mistakes
      // it for a correct one.
      if (error instanceof TargetError)
        return { complaints: new Set(['unusable target']), requests: Number.NaN, seconds: Number.NaN }
      if (error instanceof FaultError)
        return {
          complaints: new Set(),
          requests: Number.NaN,
          seconds: Number.NaN,
          unusable: error.message,
        }
      throw error
    }
  }
}

export interface TheirOptions {
  readonly service: CorrectService
  readonly api: Api
  readonly tool: Schemathesis
  readonly maxExamples: number
  readonly signal: AbortSignal
}

/** Schemathesis, running on a proxy in this process. */
export function theirTester({ service, api, tool, maxExamples, signal }: TheirOptions): Tester {
  return async ({ seed, fault, isBroken }) => {
    const subject = await service.makeSubject()
    let requests = 0
    const behave = behaviourOf(isBroken ? fault : healed(fault), subject.world)
    const proxy = await startProxy({
      upstream: service.url,
      operations: service.documents.document.operations,
      behaviour(call, send) {
        requests += 1
        return behave(call, send)
      },
    })
    try {
      const found = await runSchemathesis(
        tool,
        {
          ...{ api, url: proxy.url, subject, workers: 1, maxExamples, signal },
          operations: operationsAround(service, fault),
          seed: numberOf(seed),
        },
        { isReported: true },
      )
      const [problem] = proxy.problems()
      const reason = problem ?? (found.isCut ? 'The run took longer than its time limit.' : undefined)
      return {
        complaints: found.failures,
        requests,
        seconds: found.seconds,
        ...(reason !== undefined && { unusable: reason }),
      }
    } finally {
      await proxy.close()
    }
  }
}

/** Returns a seed as an integer below 2³¹. @see FNV-1a, 32 bits */
function numberOf(seed: string): number {
  let hash = 0x811c9dc5
  for (const character of seed) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 1
}
