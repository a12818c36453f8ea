import type { OperationDescriptor } from '@concordat/runtime/http'
import { valueAt } from '@concordat/runtime/json'
import { stepsOf } from '@concordat/runtime/pointer'
import type { Issue } from '@concordat/runtime/schema'
import type { DocumentedResponse } from '../data/document/response-key.ts'
import type { Answer } from '../data/exchange/answer.ts'
import { exchangeExcerpt } from '../data/exchange/excerpt.ts'
import type { Finding } from '../data/outcome/finding.ts'
import type { CheckContext, KnownViolation } from './check.ts'

/** Parts of a check's context that are needed to compare a response with the document. */
export type Inspector = Pick<
  CheckContext,
  'document' | 'validator' | 'baseValidator' | 'undocumentedFields' | 'finding'
>

export interface Inspection extends DocumentedResponse {
  readonly context: Inspector
  readonly operation: OperationDescriptor
  readonly answer: Answer
  readonly clause: string
}

export function findingAt(
  { context, operation, answer }: Inspection,
  violation: Omit<KnownViolation, 'operation' | 'answer'>,
): Finding {
  return context.finding({ operation, answer, ...violation })
}

export function placeIn({ instancePath }: Issue): string {
  return instancePath === '' ? 'the body' : instancePath
}

export function actual(pointer: string, value: unknown): string {
  return exchangeExcerpt(JSON.stringify(valueAt(value, stepsOf(pointer))) ?? 'nothing')
}
