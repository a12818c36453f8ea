import { mayRefuseFor, type OperationDescriptor } from '@concordat/runtime/http'
import type { Answer } from '../../data/exchange/answer.ts'
import { chooseRequirement } from '../../data/exchange/request.ts'
import { environmentName } from '../../data/exchange/variables.ts'
import type { Reason } from '../../data/outcome/kinds/reason.ts'
import { readChallenge } from '../credentials/challenge.ts'
import { CREDENTIAL_PREFIX } from './target.ts'

/** Some servers refuse for these before they check the caller, so that the caller need not have got in. */
const BEFORE_CALLER = ['method', 'media type', 'acceptance', 'content', 'pace', 'protocol'] as const

/** The same 401 so often is the operation's answer to this caller. */
const MOST_REFUSED = 2

/** One answer to the run's own credentials. */
interface Entry {
  readonly operation: OperationDescriptor
  readonly answer: Answer
  /** Credentials of the run, by security scheme. */
  readonly credentials: Readonly<Record<string, string>>
}

/**
 * Knows where the run's own credentials got in. The answer of an operation to a caller that it does not let
 * in tells nothing of anything else: 401 and 403 of an operation that let nobody in are no ground for a
 * verdict.
 */
export class AccessRecord {
  readonly #entered = new Set<string>()
  /** The last refusal by operationId, and how often in a row its status came. */
  readonly #refusing = new Map<string, { readonly answer: Answer; readonly times: number }>()
  /** Schemes whose credentials some operation took. */
  readonly #taken = new Set<string>()
  readonly #refusals = new WeakSet<Answer>()

  note({ operation: { operationId, security }, answer, credentials }: Entry): void {
    const { status } = answer
    if (mayRefuseFor(status, 'caller')) {
      this.#refusals.add(answer)
      const before = this.#refusing.get(operationId)
      const times = before?.answer.status === status ? before.times + 1 : 1
      this.#refusing.set(operationId, { answer, times })
    } else if (status < 500 && !mayRefuseFor(status, ...BEFORE_CALLER)) {
      this.#entered.add(operationId)
      for (const name of Object.keys(chooseRequirement(security, credentials) ?? {})) this.#taken.add(name)
    }
  }

  hasEntered({ operationId }: OperationDescriptor): boolean {
    return this.#entered.has(operationId)
  }

  /**
   * True if an answer refused the run's own credentials, or was one to a request for which there are none.
   */
  isRefusal(answer: Answer): boolean {
    return this.#refusals.has(answer)
  }

  /**
   * Reason why the run can tell nothing about credentials, and its remedy. A server that lets in a run
   * without any, and has refused nobody, may run with its authentication switched off.
   * @param given Credentials and headers of the run, by scheme and name.
   */
  whyOpen(given: Readonly<Record<string, string>>): Reason | undefined {
    const isOpen = this.#entered.size > 0 && this.#refusing.size === 0
    return isOpen && Object.keys(given).length === 0 ? { kind: 'perhaps open', setting: '--key' } : undefined
  }

  /** True if an operation wants a credential that the run does not have, and refused a request without. */
  isClosed(operation: OperationDescriptor, credentials: Readonly<Record<string, string>>): boolean {
    const { security = [], operationId } = operation
    return (
      security.length > 0 &&
      chooseRequirement(security, credentials) === undefined &&
      this.#refusing.has(operationId) &&
      !this.#entered.has(operationId)
    )
  }

  /**
   * The 401 that an operation answers to whatever the run sends with its own credentials: it came twice, and
   * nothing else did.
   */
  settled(operation: OperationDescriptor, credentials: Readonly<Record<string, string>>): Answer | undefined {
    const { answer, times = 0 } = this.#refusing.get(operation.operationId) ?? {}
    if (answer?.status !== 401 || times < MOST_REFUSED) return undefined
    return this.whySilent(operation, credentials) && answer
  }

  /**
   * Reason why a refusal tells nothing about the operation, and its remedy. `undefined` if it does: somebody
   * got in before, or the very credential that the operation wants is taken elsewhere.
   */
  whySilent(
    operation: OperationDescriptor,
    credentials: Readonly<Record<string, string>>,
  ): Reason | undefined {
    const { answer } = this.#refusing.get(operation.operationId) ?? {}
    if (answer === undefined || this.#entered.has(operation.operationId)) return undefined
    const { status } = answer
    const { security } = operation
    if (mayBeAboutBody(operation, answer)) return undefined
    const given = Object.keys(credentials)
    if (security === undefined)
      return { kind: 'header wanted', status, isGiven: given.length > 0, setting: '--header' }
    const schemes = Object.keys(chooseRequirement(security, credentials) ?? {})
    if (schemes.length === 0) {
      const [missing = []] = security.map((wanted) =>
        Object.keys(wanted).filter((name) => !given.includes(name)),
      )
      const variables = missing.map((name) => `${CREDENTIAL_PREFIX}${environmentName(name)}`)
      return { kind: 'credential missing', schemes: missing, variables, setting: variables[0] }
    }
    if (status === 401 && schemes.every((name) => this.#taken.has(name))) return undefined
    return { kind: status === 401 ? 'credential refused' : 'credential too weak', schemes }
  }
}

/**
 * True if a refusal may be about a password in the body: the document requires no credential, and the answer
 * asks for none.
 */
export function mayBeAboutBody(
  { security, responses, requestBody }: OperationDescriptor,
  { status, headers }: Answer,
): boolean {
  const asks = readChallenge(headers.get('www-authenticate')) !== undefined
  return security === undefined && requestBody !== undefined && Object.hasOwn(responses, status) && !asks
}
