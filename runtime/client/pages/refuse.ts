import type { Answer } from '../call/call.ts'
import { PaginationError } from '../errors/errors.ts'

/** Ends a walk with an error. @throws PaginationError */
export function refuseWalk({ context }: Answer, fact: string): never {
  throw new PaginationError(context, fact)
}
