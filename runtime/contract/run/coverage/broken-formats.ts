import type { DocumentDescriptor } from '@concordat/runtime/http'
import { linearPattern } from '@concordat/runtime/linear-pattern'
import { stepsOf } from '@concordat/runtime/pointer'
import { createValidator, type JsonSchema, type Validate } from '@concordat/runtime/schema'
import { isOfFormat } from '../../data/document/of-format.ts'
import { type Answer, isSuccess } from '../../data/exchange/answer.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import type { BrokenFormat } from './counts.ts'
import { answeredJson, sentJson } from './json-bodies.ts'

/** Most issues of one body: each member is told once, and an answer may have a million items. */
const MAX_ISSUES = 100

/**
 * Watches for what breaks a format, and nothing worse, in bodies that were accepted and in answers. Sees
 * nothing where the document asserts formats: there it is a finding.
 */
export function watchFormats({
  definitions,
  formats,
}: Pick<DocumentDescriptor, 'definitions' | 'formats'>): (
  plan: RequestPlan,
  answer: Answer,
) => readonly BrokenFormat[] {
  if (formats !== 'annotate') return () => []
  const compile = createValidator(definitions, {
    maxIssues: MAX_ISSUES,
    compilePattern: linearPattern({ tooLong: 'accept' }),
  })
  const known = new Map<JsonSchema, Validate>()
  const brokenIn = (
    where: BrokenFormat['where'],
    json: ReturnType<typeof sentJson>,
  ): readonly BrokenFormat[] => {
    if (json === undefined) return []
    const validate = known.get(json.schema) ?? compile(json.schema)
    known.set(json.schema, validate)
    return validate(json.value)
      .filter(isOfFormat)
      .map(({ instancePath, params }) => ({
        where,
        member: memberAt(instancePath),
        format: String(params['format'] ?? 'text of these formats'),
      }))
  }
  return (plan, answer) => [
    ...brokenIn('accepted', isSuccess(answer) ? sentJson(plan) : undefined),
    ...brokenIn('answered', answeredJson(plan, answer)),
  ]
}

/** "data.*.since": the same for each item. */
function memberAt(instancePath: string): string {
  return stepsOf(instancePath)
    .map((step) => (/^\d+$/.test(step) ? '*' : step))
    .join('.')
}
