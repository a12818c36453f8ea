import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { operationOf } from '../../data/document/resource-lookup.ts'
import type { Exchange } from '../../data/exchange/exchange.ts'
import type { Finding } from '../../data/outcome/finding.ts'

/**
 * Server errors that a run saw, whichever rule asked and whatever it was about to find out: the first of each
 * operation and status, as the words differ from request to request.
 */
export class Crashes {
  readonly #document: DocumentDescriptor
  readonly #seen = new Map<string, Finding>()
  readonly #told: Finding[] = []

  constructor(document: DocumentDescriptor) {
    this.#document = document
  }

  /** Takes a server error. @returns True if it is the first of its operation and status. */
  note(crash: Finding): boolean {
    const key = `${crash.operationId} ${crash.exchange.response?.status}`
    const isFirst = !this.#seen.has(key)
    if (isFirst) this.#seen.set(key, crash)
    return isFirst
  }

  /** Rules found these: their crashes are told already. */
  tell(findings: readonly Finding[]): void {
    this.#told.push(...findings.filter(({ weight }) => weight === 'crash'))
  }

  /** Those that no rule tells. From now on they are told. */
  takeUntold(): readonly Finding[] {
    const untold = [...this.#seen.values()].filter((crash) => !this.#isTold(crash))
    this.tell(untold)
    return untold
  }

  /**
   * True if a rule tells the status of the operation, or of another one after which it was asked: a read of
   * what was deleted.
   */
  #isTold({ operationId, exchange: { response } }: Finding): boolean {
    const operation = operationOf(this.#document, operationId)
    return this.#told.some(
      (finding) =>
        finding.exchange.response?.status === response?.status &&
        (finding.operationId === operationId ||
          (operation !== undefined && isOf(operation, finding.exchange))),
    )
  }
}

/** True if a request may have been for an operation, as its method and its path say. */
function isOf({ method, path }: OperationDescriptor, { request }: Exchange): boolean {
  const fixed = path.split(/\{[^}]*\}/).map((part) => part.replace(/[^\w/]/g, '\\$&'))
  return (
    request.method === method && new RegExp(`${fixed.join('[^/]+')}$`).test(new URL(request.url).pathname)
  )
}
